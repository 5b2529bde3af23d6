import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { integer, kindsBesidePins, noBody, object, param, pins, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

/** A create that answers nothing of what it made. */
const documentOf = (list: object, shown: object, created: object = { '201': { description: 'made' } }) =>
  spec({
    '/watches': {
      post: { ...takes(object({ title: text, note: text }, ['title'])), responses: created },
      get: { responses: shows(list as never) },
    },
    '/watches/{watchId}': {
      parameters: [param('watchId')],
      get: { responses: { ...shows(shown as never), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
const own = { title: text, note: text };
const listed = object({ watchId: text, ...own }, ['watchId', 'title']);
const byArray = documentOf({ type: 'array', items: listed }, listed);
const watch = object(own, ['title']);
const byMap = documentOf({ type: 'object', additionalProperties: watch }, watch);

const server =
  (isMap: boolean, change: (routes: Routes, items: Map<string, Fields>) => void = () => undefined): MakeServer =>
  () => {
    const items = new Map<string, Fields>();
    let serial = 0;
    const shown = (id: string, item: Fields) => (isMap ? item : { ...item, watchId: id });
    const routes: Routes = {
      'POST /watches': ({ body }) => {
        serial += 1;
        items.set(`w-${serial}`, body);
        return { status: 201 };
      },
      'GET /watches': () => ok(isMap ? Object.fromEntries(items) : [...items].map(([id, item]) => shown(id, item))),
      'GET /watches/{watchId}': ({ params: [id = ''] }) => {
        const item = items.get(id);
        return item ? ok(shown(id, item)) : notFound;
      },
      'DELETE /watches/{watchId}': ({ params: [id = ''] }) => (items.delete(id) ? { status: 204 } : notFound),
    };
    change(routes, items);
    return routes;
  };

describe.each([
  ['an array', byArray, false],
  ['a map', byMap, true],
] as const)('what a create does not tell is found in %s', (_name, document, isMap) => {
  it('by a text that was sent, and everything behind it is planned', async () => {
    const { bundle } = await plan(document);
    const kinds = bundle.plans.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['create-read', 'create-list', 'delete-gone', 'not-found']));
  });

  it('and a sound server passes, with nothing left behind', async () => {
    let left = -1;
    const result = await verify(
      document,
      server(isMap, (routes, items) => {
        const remove = routes['DELETE /watches/{watchId}'];
        routes['DELETE /watches/{watchId}'] = (asked) => {
          const told = remove?.(asked) ?? notFound;
          left = items.size;
          return told;
        };
      }),
    );
    expect(failures(result)).toEqual([]);
    expect([left, result.residue]).toEqual([0, []]);
  });

  it('what is not stored is not in the list', async () => {
    const losing = server(isMap, (routes) => (routes['POST /watches'] = () => ({ status: 201 })));
    expect(decisive(await verify(document, losing))).toContainEqual(
      expect.stringContaining('FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST'),
    );
  });

  it('what the list shows and the read does not is named', async () => {
    const losing = server(
      isMap,
      (routes) => (routes['GET /watches/{watchId}'] = () => ok({ watchId: 'w-1', title: 'other' })),
    );
    expect(decisive(await verify(document, losing, 'create-read'))).toHaveLength(1);
  });
});

it('a list that shows of no entry what it is looked for by says nothing of what is in it', async () => {
  const summary = server(true, (routes, items) => {
    items.set('w-0', { note: 'other' });
    routes['GET /watches'] = () =>
      ok(Object.fromEntries([...items].map(([id, { title: _title, ...rest }]) => [id, rest])));
  });
  const loose = documentOf({ type: 'object', additionalProperties: object(own) }, object(own));
  expect(decisive(await verify(loose, summary))).toEqual([]);
});

it('what is only accepted may be listed much later: nothing is planned', async () => {
  const accepted = documentOf({ type: 'array', items: listed }, listed, { '202': { description: 'later' } });
  const { bundle } = await plan({ ...accepted, paths: { ...accepted.paths, ...pins } });
  expect(kindsBesidePins(bundle.plans)).toEqual(['not-found', 'call-unknown']);
});

it.each([
  ['201', ['create-list']],
  ['204', []],
])('nor where a write alone says no more than %s, unless that is that something was made', async (status, kinds) => {
  const message = object({ id: integer, title: text }, ['id', 'title']);
  const document = spec({
    '/messages': {
      post: { ...takes(object({ title: text }, ['title'])), responses: { [status]: { description: 'done' } } },
      get: { responses: shows({ type: 'array', items: message }) },
    },
  });
  expect((await plan(document)).bundle.plans.map(({ kind }) => kind)).toEqual(kinds);
});

it('beside ids that are numbers, the keys of a map may be anything', async () => {
  const rate = object(own, ['title']);
  const document = spec({
    '/rates': {
      post: { ...takes(rate), responses: { '201': { description: 'made' } } },
      get: { responses: shows({ type: 'object', additionalProperties: rate }) },
    },
    '/rates/{id}': { parameters: [param('id', integer)], get: { responses: { ...shows(rate), ...missing } } },
  });
  const byTitle: MakeServer = () => {
    const items: Fields[] = [];
    return {
      'POST /rates': ({ body }) => ({ status: items.push(body) > 0 ? 201 : 500 }),
      'GET /rates': () => ok(Object.fromEntries(items.map((one) => [one['title'], one]))),
      'GET /rates/{id}': ({ params: [id] }) => (items[Number(id) - 1] ? ok(items[Number(id) - 1]) : notFound),
    };
  };
  expect(decisive(await verify(document, byTitle))).toEqual([]);
});

it('a list that counts what its paths call by a name is not asked for the name', async () => {
  const thing = object({ id: integer, title: text }, ['id', 'title']);
  const document = spec({
    '/things': {
      post: {
        ...takes(object({ title: text }, ['title'])),
        responses: { '201': { description: 'made', headers: { Location: { schema: text } } } },
      },
      get: { responses: shows({ type: 'array', items: thing }) },
    },
    '/things/{thingId}': { parameters: [param('thingId')], get: { responses: { ...shows(thing), ...missing } } },
  });
  const sound: MakeServer = () => {
    const items: Fields[] = [];
    return {
      'POST /things': ({ body }) => {
        items.push({ ...body, id: items.length + 1 });
        return { status: 201, headers: { location: `/things/thing-${items.length}` } };
      },
      'GET /things': () => ok(items),
      'GET /things/{thingId}': ({ params: [id = ''] }) => {
        const found = items[Number(id.replace('thing-', '')) - 1];
        return found ? ok(found) : notFound;
      },
    };
  };
  expect(decisive(await verify(document, sound))).toEqual([]);
});

it('nor where nothing that is sent is unique', async () => {
  const counted = object({ id: integer, size: integer }, ['id', 'size']);
  const document = spec({
    '/boxes': {
      post: { ...takes(object({ size: integer }, ['size'])), responses: { '201': { description: 'made' } } },
      get: { responses: shows({ type: 'array', items: counted }) },
    },
    '/boxes/{id}': { parameters: [param('id', integer)], get: { responses: shows(counted) } },
  });
  expect((await plan(document)).bundle.plans).toEqual([]);
});

it('what belongs to a choice, or names another thing, is not sent with it', async () => {
  const kinds = { type: 'string', enum: ['page_text', 'price_watch'] };
  const settings = object({ limit: integer });
  const own = { title: text, kind: kinds, config_price_watch: settings, config_other: settings };
  const document = spec({
    '/watches': { post: { ...takes(object(own, ['title'])), responses: shows(object({ id: text, ...own }), '201') } },
    '/watches/{id}': { parameters: [param('id')], get: { responses: shows(object({ id: text, ...own })) } },
  });
  const { bundle } = await plan(document);
  const bodies = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ body }) => (body ? [body.value] : [])));
  const sent = bodies.flatMap((body) => ('object' in body ? Object.keys(body.object) : []));
  expect([...new Set(sent)].sort()).toEqual(['config_other', 'kind', 'title']);
});

it('nothing is asserted of what a file at a path is called', async () => {
  const file = object({ path: text, name: text, note: text });
  const document = spec({
    '/files/{path}': {
      parameters: [param('path')],
      put: { ...takes(object({ name: text, note: text })), responses: shows(file, '201') },
      get: { responses: { ...shows(file), ...missing } },
    },
  });
  const { bundle } = await plan(document);
  const asserted = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ assert }) => assert));
  const pointers = asserted.flatMap((one) => (one.op === 'equals' ? [one.pointer] : []));
  expect(pointers).toContain('/note');
  expect(pointers).not.toContain('/name');
});

/** A create that answers nothing of what it made, of things that have a name and an id. */
const walletsOf = (parameter: string) => {
  const wallet = object({ id: text, name: text }, ['id', 'name']);
  return spec({
    '/wallets': {
      post: { ...takes(object({ name: text }, ['name'])), responses: { '200': { description: 'made' } } },
      get: { responses: shows({ type: 'array', items: wallet }) },
    },
    [`/wallets/{${parameter}}`]: {
      parameters: [param(parameter, text)],
      get: { responses: { ...shows(wallet), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
};

describe('a name that was sent beside an id that only the list shows', () => {
  const byId: MakeServer = () => {
    const wallets = new Map<string, Fields>();
    let serial = 0;
    return {
      'POST /wallets': ({ body }) => {
        serial += 1;
        wallets.set(`w-${serial}`, { ...body, id: `w-${serial}` });
        return { status: 200 };
      },
      'GET /wallets': () => ok([...wallets.values()]),
      'GET /wallets/{wallet}': ({ params: [id = ''] }) => {
        const wallet = wallets.get(id);
        return wallet ? ok(wallet) : notFound;
      },
      'DELETE /wallets/{wallet}': ({ params: [id = ''] }) => (wallets.delete(id) ? { status: 204 } : notFound),
    };
  };

  it('is no id: the path gets that of the list', async () => {
    expect(failures(await verify(walletsOf('wallet'), byId))).toEqual([]);
  });

  it('is the id where the path asks for it by that name', async () => {
    const { bundle } = await plan(walletsOf('name'));
    const read = bundle.plans.find(({ kind }) => kind === 'create-read')?.steps.at(-1);
    expect(read?.params.path['name']).toMatchObject({ sent: expect.anything() });
  });
});
