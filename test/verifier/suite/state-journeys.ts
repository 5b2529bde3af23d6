import { json } from '#test/things-api.ts';
import { create, plan, read } from '#test/things-plans.ts';
import { CONTRACT, INPUT, PERSISTENCE, ROUTE, SETUP } from '#test/verdict-case.ts';
import {
  isRead,
  isList,
  isCreate,
  isUpdate,
  isDelete,
  answer,
  status,
  changed,
  firstTimes,
  inTurn,
  createRead,
  createList,
  updateRead,
  deleteGone,
  carriedOnly,
  fromOutside,
  untilDone,
  changing,
} from './verdict-parts.ts';
import type { VerdictJourney } from './verdict-journeys.ts';

/** What a judged API can do wrong: rows 9 to 27, and what only a second look settles. */
export const stateJourneys: VerdictJourney[] = [
  {
    name: 'a route is not there',
    plan: createRead(),
    fault: () => (r) =>
      isCreate(r) || isList(r) ? json(404, { error: `no route for ${r.method} ${r.path}` }) : undefined,
    verdict: ROUTE,
    reasonCode: 'ROUTE_NOT_SERVED',
  },
  {
    name: 'a method is answered with 405',
    plan: updateRead(),
    fault: status(isUpdate, 405),
    verdict: ROUTE,
    reasonCode: 'ROUTE_NOT_SERVED',
  },
  {
    name: 'a method is answered with 404 on what other reads show',
    plan: updateRead(),
    fault: status(isUpdate, 404, { error: 'none' }),
    verdict: ROUTE,
    reasonCode: 'METHOD_NOT_SERVED',
  },
  {
    name: 'a created item is not there',
    plan: createRead(),
    fault:
      () =>
      (r, next, { things }) => {
        if (!isCreate(r)) return undefined;
        const created = next();
        things.clear();
        return created;
      },
    verdict: PERSISTENCE,
    reasonCode: 'ITEM_LOST',
  },
  {
    name: 'an item from outside is not there',
    plan: fromOutside('APITEST_PARAM_THING_ID'),
    verdict: SETUP,
    reasonCode: 'PREREQUISITE_NOT_FOUND',
  },
  {
    name: 'input is refused',
    plan: createRead(),
    fault: status(isCreate, 422),
    verdict: INPUT,
    reasonCode: 'INPUT_REFUSED',
  },
  {
    name: 'a name is taken',
    plan: createRead(),
    fault: status(isCreate, 409, { message: 'name already exists' }),
    verdict: INPUT,
    reasonCode: 'INPUT_CONFLICT',
  },
  {
    name: 'the state forbids it',
    plan: carriedOnly(),
    fault: status((r) => r.path.endsWith('/act'), 409, { message: 'is closed' }),
    verdict: SETUP,
    reasonCode: 'STATE_CONFLICT',
  },
  {
    name: 'a precondition is not met',
    plan: updateRead(),
    fault: status(isUpdate, 412),
    verdict: SETUP,
    reasonCode: 'PRECONDITION_NOT_MET',
  },
  {
    name: 'its own id is refused',
    plan: createRead(),
    fault: status(isRead, 400),
    verdict: CONTRACT,
    reasonCode: 'CARRIED_VALUE_REFUSED',
  },
  {
    name: 'its own media type is refused',
    plan: createRead(),
    fault: status(isCreate, 415),
    verdict: CONTRACT,
    reasonCode: 'MEDIA_TYPE_REFUSED',
  },
  {
    name: 'the server breaks',
    plan: createRead(),
    fault: status(isRead, 500),
    verdict: CONTRACT,
    reasonCode: 'SERVER_ERROR',
  },
  {
    name: 'a status is not documented',
    plan: createRead(),
    fault: status(isCreate, 202, { id: 1 }),
    verdict: CONTRACT,
    reasonCode: 'UNEXPECTED_STATUS',
  },
  {
    name: 'a body is empty',
    plan: createRead(),
    fault: answer(isRead, { status: 200, headers: { 'content-type': 'application/json' }, body: '' }),
    verdict: CONTRACT,
    reasonCode: 'EMPTY_BODY',
  },
  {
    name: 'a body is no JSON',
    plan: createRead(),
    fault: answer(isRead, { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":' }),
    verdict: CONTRACT,
    reasonCode: 'MALFORMED_BODY',
  },
  {
    name: 'a body is a page',
    plan: createRead(),
    fault: answer(isRead, { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }),
    verdict: CONTRACT,
    reasonCode: 'WRONG_MEDIA_TYPE',
  },
  {
    name: 'a field has another type',
    plan: createRead(),
    fault: changed(isRead, (body) => ({ ...body, id: 'seven' })),
    verdict: CONTRACT,
    reasonCode: 'SCHEMA',
  },
  {
    name: 'behind an answer that breaks its schema an item is lost',
    plan: createRead(),
    fault: () => (r, next, api) => {
      if (!isCreate(r)) return undefined;
      const created = changed(isCreate, (body) => ({ ...body, size: 'wide' }))()(r, next, api);
      api.things.clear();
      return created;
    },
    verdict: PERSISTENCE,
    reasonCode: 'ITEM_LOST',
  },
  {
    name: 'what an answer carries on is of another type, and leads nowhere',
    plan: createRead(),
    fault: changed(isCreate, (body) => ({ ...body, id: 'seven' })),
    verdict: CONTRACT,
    reasonCode: 'SCHEMA',
  },
  {
    name: 'beside what breaks the schema of a read a value is not the one that was stored',
    plan: createRead(),
    fault: changed(isRead, (body) => ({ ...body, size: 'wide', name: 'other' })),
    verdict: PERSISTENCE,
    reasonCode: 'VALUE_NOT_STORED',
  },
  {
    name: 'beside what breaks the schema of a read a value comes late',
    plan: createRead(),
    fault: () => {
      let asked = 0;
      return (r, next, api) => {
        if (!isRead(r)) return undefined;
        asked += 1;
        const late = asked < 3 ? { name: 'other' } : {};
        return changed(isRead, (body) => ({ ...body, size: 'wide', ...late }))()(r, next, api);
      };
    },
    verdict: CONTRACT,
    reasonCode: 'SCHEMA',
  },
  {
    name: 'a list breaks the schema of its entries and lacks the item',
    plan: createList(),
    fault: changed(isList, () => ({ data: [{ id: 90, name: 'other', size: 'wide' }] })),
    verdict: PERSISTENCE,
    reasonCode: 'NOT_IN_LIST',
  },
  {
    name: 'a list breaks its schema at what entries are known by',
    plan: createList(),
    fault: changed(isList, ({ data }) => ({
      data: (data as { id: number }[]).map((one) => ({ ...one, id: `x${one.id}` })),
    })),
    verdict: CONTRACT,
    reasonCode: 'SCHEMA',
  },
  {
    name: 'a write that is done is answered undocumented, and shows nothing behind',
    plan: updateRead(),
    fault: answer(isUpdate, json(203, {})),
    verdict: PERSISTENCE,
    reasonCode: 'VALUE_NOT_STORED',
  },
  {
    name: 'a read leaves a field out',
    plan: createRead(),
    fault: changed(isRead, ({ name: _name, ...rest }) => rest),
    verdict: CONTRACT,
    reasonCode: 'FIELD_MISSING',
  },
  {
    name: 'a field is never stored',
    plan: createRead(),
    fault:
      () =>
      (r, next, { things }) => {
        if (!isCreate(r)) return undefined;
        const created = next();
        for (const thing of things.values()) delete (thing as { name?: string }).name;
        return created;
      },
    verdict: PERSISTENCE,
    reasonCode: 'VALUE_LOST',
  },
  {
    name: 'a create is answered as documented, but without the item',
    plan: plan('another', [
      create({
        expect: {
          outcome: 'success',
          status: ['2XX'],
          responses: { '201': { contentTypes: ['application/json'], schema: 'Thing' }, '202': { contentTypes: [] } },
        },
      }),
      read(),
    ]),
    fault: answer(isCreate, { status: 202, headers: {}, body: '' }),
    verdict: SETUP,
    reasonCode: 'ITEM_NOT_SHOWN',
  },
  {
    name: 'a value comes back in capitals',
    plan: createRead(),
    fault: changed(isRead, (body) => ({ ...body, name: String(body['name']).toUpperCase() })),
    verdict: INPUT,
    reasonCode: 'SERVER_NORMALISED',
  },
  {
    name: 'a create echoes something else',
    plan: createRead(),
    fault: changed(isCreate, (body) => ({ ...body, name: 'table' })),
    verdict: PERSISTENCE,
    reasonCode: 'VALUE_ALTERED',
  },
  {
    name: 'a create takes another value than its default',
    plan: plan('defaulted', [create({ assert: [{ op: 'defaulted', pointer: '/name', value: 'table' }] })]),
    verdict: CONTRACT,
    reasonCode: 'DEFAULT_NOT_TAKEN',
  },
  {
    name: 'an update is not stored',
    plan: updateRead(),
    fault:
      () =>
      (r, _next, { things }) => {
        if (!isUpdate(r)) return undefined;
        const [thing] = things.values();
        return json(200, { ...thing, ...(JSON.parse(r.body ?? '{}') as object) });
      },
    verdict: PERSISTENCE,
    reasonCode: 'VALUE_NOT_STORED',
  },
  {
    name: 'a change changes nothing',
    plan: changing(),
    fault:
      () =>
      (r, _next, { things }) =>
        isUpdate(r) ? json(200, [...things.values()][0]) : undefined,
    verdict: PERSISTENCE,
    reasonCode: 'UNCHANGED',
  },
  {
    name: 'a list leaves items out',
    plan: createList(),
    fault: changed(isList, () => ({ data: [] })),
    verdict: PERSISTENCE,
    reasonCode: 'NOT_IN_LIST',
  },
  {
    name: 'a list has no end',
    plan: createList(),
    fault: () => (r) =>
      isList(r) ? json(200, { data: [{ id: 1000 + Number(r.query.get('page') ?? 1) }] }) : undefined,
    verdict: SETUP,
    reasonCode: 'LIST_NOT_EXHAUSTED',
  },
  {
    name: 'a delete deletes nothing',
    plan: deleteGone(),
    fault: answer(isDelete, { status: 204, headers: {}, body: '' }),
    verdict: PERSISTENCE,
    reasonCode: 'NOT_DELETED',
  },
  {
    name: 'a delete only marks',
    plan: deleteGone(),
    fault:
      () =>
      (r, _next, { things }) => {
        if (!isDelete(r)) return undefined;
        for (const thing of things.values()) Object.assign(thing, { deleted: true });
        return { status: 204, headers: {}, body: '' };
      },
  },
  {
    name: 'a deleted id belongs to another item',
    plan: deleteGone(),
    fault:
      () =>
      (r, _next, { things }) => {
        if (!isDelete(r)) return undefined;
        for (const thing of things.values()) Object.assign(thing, { name: 'another', size: 50 });
        return { status: 204, headers: {}, body: '' };
      },
    verdict: SETUP,
    reasonCode: 'ID_REUSED',
  },
  {
    name: 'another item that is alike is answered for a deleted id',
    plan: deleteGone(),
    fault:
      () =>
      (r, _next, { things }) => {
        if (!isDelete(r)) return undefined;
        for (const thing of things.values()) thing.id += 1;
        return { status: 204, headers: {}, body: '' };
      },
    verdict: SETUP,
    reasonCode: 'ID_REUSED',
  },
  { name: 'work does not end', plan: untilDone(), verdict: SETUP, reasonCode: 'NOT_FINISHED' },
  {
    name: 'a write is seen late',
    plan: createRead(),
    fault: firstTimes(isRead, 1, json(404, { error: 'no thing' })),
    verdict: SETUP,
    reasonCode: 'EVENTUALLY_CONSISTENT',
  },
  {
    name: 'the server breaks in another way each time',
    plan: createRead(),
    fault: inTurn(isRead, [json(500, {}), json(405, {}), json(500, {}), json(405, {})]),
    verdict: SETUP,
    reasonCode: 'FLAKY',
  },
];
