import { expect, test } from 'vitest';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import type { Classification } from '#verifier/verdicts/classify-journey.ts';
import { groupCauses, isKnownCause, type Classified } from '#verifier/verdicts/group-causes.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, ENV, list, plan, read, readUpdated, update } from '#test/things-plans.ts';
import { CONTRACT, PERSISTENCE, ROUTE, SETUP } from '#test/verdict-case.ts';

const POST = 'POST /things';
const classified = (name: string, found: Partial<Classification>, more: Partial<Plan> = {}): Classified => ({
  plan: plan(name, [create(), read()], more),
  classification: {
    verdict: PERSISTENCE,
    reasonCode: 'ITEM_LOST',
    row: 11,
    stepId: 'read',
    statusCode: 404,
    operationAtFault: POST,
    ...found,
  },
});
const inList: Partial<Classification> = {
  reasonCode: 'NOT_IN_LIST',
  row: 23,
  stepId: 'list',
  statusCode: 200,
  pointer: '/data',
};
const outcomes = (journeys: Classified[]): unknown[] =>
  groupCauses(journeys).map(({ classification, causedBy }) => [classification?.reasonCode, causedBy]);
const idOf = (journey: Classified): string => journey.plan.journeyId;

test('the journey whose subject is at fault owns the cause, of equals the first in plan order', () => {
  const [one, two] = [classified('one', {}, { subject: 'GET /things/{id}' }), classified('two', {})];
  expect(outcomes([one, two])).toEqual([
    ['CAUSED_BY', idOf(two)],
    ['ITEM_LOST', undefined],
  ]);
  const three = classified('three', {});
  expect(outcomes([two, three])).toEqual([
    ['ITEM_LOST', undefined],
    ['CAUSED_BY', idOf(two)],
  ]);
  expect(groupCauses([one, two])[0]?.classification?.verdict).toBe(SETUP);
});

test('of others the shorter journey owns the cause: it is about nothing else', () => {
  const other = { subject: 'GET /things/{id}' };
  const [long, short] = [classified('long', {}, other), classified('short', {}, other)];
  long.plan.steps.push(read());
  expect(outcomes([long, short])).toEqual([
    ['CAUSED_BY', idOf(short)],
    ['ITEM_LOST', undefined],
  ]);
});

test('an enforced journey owns a cause before an observed one, whatever its subject', () => {
  const observed = classified('observed', {}, { enforcement: 'OBSERVED' });
  const enforced = classified('enforced', {}, { subject: 'GET /things/{id}' });
  expect(outcomes([observed, enforced])).toEqual([
    ['CAUSED_BY', idOf(enforced)],
    ['ITEM_LOST', undefined],
  ]);
});

test('a lost create is one cause, seen on the item and in the list', () => {
  const [item, list] = [classified('item', {}), classified('list', inList)];
  expect(outcomes([item, list])).toEqual([
    ['ITEM_LOST', undefined],
    ['CAUSED_BY', idOf(item)],
  ]);
  expect(outcomes([list, item])).toEqual([
    ['CAUSED_BY', idOf(item)],
    ['ITEM_LOST', undefined],
  ]);
  const gone = classified('gone', { statusCode: 410 });
  expect(outcomes([item, gone])).toEqual([
    ['ITEM_LOST', undefined],
    ['CAUSED_BY', idOf(item)],
  ]);
});

test('a list that leaves out what its item shows keeps its verdict', () => {
  const list = classified('list', inList);
  expect(outcomes([list])).toEqual([['NOT_IN_LIST', undefined]]);
  const other = classified('other', { operationAtFault: 'POST /others' });
  expect(outcomes([list, other])).toEqual([
    ['NOT_IN_LIST', undefined],
    ['ITEM_LOST', undefined],
  ]);
  const nested = classified('nested', { ...inList, pointer: '/items' });
  expect(outcomes([list, nested])).toEqual([
    ['NOT_IN_LIST', undefined],
    ['NOT_IN_LIST', undefined],
  ]);
});

test.each([
  ['operation', { operationAtFault: 'PUT /things/{id}' }],
  ['reason', { reasonCode: 'UNEXPECTED_STATUS', row: 18 }],
  ['status', { statusCode: 503 }],
  ['place', { pointer: '/name' }],
] as const)('another %s is another cause', (_name, other) => {
  const base = { verdict: CONTRACT, reasonCode: 'SERVER_ERROR', row: 17, statusCode: 500 } as const;
  const found = outcomes([classified('one', base), classified('two', { ...base, ...other })]);
  expect(found.map((pair) => (pair as unknown[])[1])).toEqual([undefined, undefined]);
});

test('personas tell causes apart only where somebody was let in', () => {
  const as = (name: string, found: Partial<Classification>): Classified =>
    classified(name, found, { personas: [name] });
  const open = { verdict: CONTRACT, reasonCode: 'AUTHZ_FUNCTION', row: 'N', statusCode: 200 } as const;
  expect(outcomes([as('ann', open), as('bob', open)])).toEqual([
    ['AUTHZ_FUNCTION', undefined],
    ['AUTHZ_FUNCTION', undefined],
  ]);
  const missing = { verdict: ROUTE, reasonCode: 'ROUTE_NOT_SERVED', row: 9 } as const;
  const [ann, bob] = [as('ann', missing), as('bob', missing)];
  expect(outcomes([ann, bob])).toEqual([
    ['ROUTE_NOT_SERVED', undefined],
    ['CAUSED_BY', idOf(ann)],
  ]);
});

test('what passed and what is inconclusive has no cause in common with anything', () => {
  const passed: Classified = { plan: plan('passed', [create()]) };
  const busy = classified('busy', { verdict: SETUP, reasonCode: 'TARGET_BUSY', row: 4 });
  expect(groupCauses([passed, busy, busy])).toEqual([passed, busy, busy]);
});

const mismatch = {
  verdict: CONTRACT,
  reasonCode: 'UNEXPECTED_STATUS',
  row: 18,
  stepId: 'create',
  statusCode: 200,
} as const;
const wentOn = (
  name: string,
  found: Partial<Classification>,
  more: Partial<Plan> = {},
  rest?: Partial<Classification>,
) => {
  const journey = classified(name, found, more);
  const failures = [{ found: journey.classification!, isEnd: false, isMismatch: true }];
  const end = rest && { found: classified(name, rest).classification!, isEnd: true, isMismatch: false };
  return { ...journey, failures: end ? [...failures, end] : failures };
};

test('a mismatch is told by one journey, and the others that went on from it pass', () => {
  const [one, two] = [wentOn('one', mismatch, { subject: 'GET /things/{id}' }), wentOn('two', mismatch)];
  expect(outcomes([one, two])).toEqual([
    [undefined, undefined],
    ['UNEXPECTED_STATUS', undefined],
  ]);
  expect(groupCauses([one, two])[0]?.toldBy).toMatchObject([{ journeyId: idOf(two) }]);
});

test('behind a mismatch that another journey tells, a journey tells what it found besides', () => {
  const [one, two] = [
    wentOn('one', mismatch),
    wentOn('two', mismatch, {}, { reasonCode: 'VALUE_NOT_STORED', row: 23 }),
  ];
  expect(outcomes([one, two])).toEqual([
    ['UNEXPECTED_STATUS', undefined],
    ['VALUE_NOT_STORED', undefined],
  ]);
});

test('a mismatch that every journey met with something else is told where it was before', () => {
  const lost = { reasonCode: 'ITEM_LOST' } as const;
  const [one, two] = [wentOn('one', mismatch, {}, lost), wentOn('two', mismatch, {}, lost)];
  expect(outcomes([one, two])).toEqual([
    ['UNEXPECTED_STATUS', undefined],
    ['CAUSED_BY', idOf(one)],
  ]);
});

test('two mismatches of the same journeys are told by two of them', () => {
  const other = { ...mismatch, operationAtFault: 'GET /things/{id}', stepId: 'read' };
  const both = (name: string) => {
    const journey = wentOn(name, mismatch);
    const second = classified(name, other).classification!;
    return { ...journey, failures: [...journey.failures, { found: second, isEnd: false, isMismatch: true }] };
  };
  expect(
    groupCauses([both('one'), both('two'), both('three')]).map(({ classification }) => classification?.stepId),
  ).toEqual(['create', 'read', undefined]);
});

test('a lost item explains what its list lacks, but a list that lacks it does not say that it is lost', () => {
  const [lost, listed] = [classified('lost', {}), classified('listed', inList)];
  expect(isKnownCause([lost], listed)).toBe(true);
  expect(isKnownCause([listed], classified('listed too', inList))).toBe(true);
  expect(isKnownCause([listed], lost)).toBe(false);
  expect(isKnownCause([], lost)).toBe(false);
});

const SCHEMA: Partial<Classification> = { verdict: CONTRACT, reasonCode: 'SCHEMA', row: 20, statusCode: 200 };

test('a member that breaks its schema wherever the thing is shown is told once', async () => {
  const api = thingsApi((_asked, next) => {
    const answer = next();
    const body = JSON.parse(answer.body || 'null') as { id?: number; data?: object[] } | null;
    const withNull = (one: object) => ({ ...one, madeAt: null });
    if (body?.data) return json(200, { ...body, data: body.data.map(withNull) });
    return body?.id === undefined ? answer : json(answer.status, withNull(body));
  });
  const plans = [
    plan('create-read', [create(), read()]),
    plan('update', [create(), update(), readUpdated()], { subject: 'PUT /things/{id}' }),
    plan('create-list', [create(), list()], { kind: 'create-list', subject: 'GET /things' }),
  ];
  const Thing = { type: 'object', required: ['id', 'madeAt'], properties: { madeAt: { type: 'string' } } };
  const Things = { type: 'object', properties: { data: { type: 'array', items: { $ref: '#/$defs/Thing' } } } };
  const { summary, journeys } = await runPlans({
    bundle: bundle(plans, { $defs: { Thing, Things } }),
    send: memorySend(api.handler),
    clock: instantClock(),
    random: seededRandom(7),
    env: ENV,
    seed: 1,
    baseUrl: 'http://api.test',
  });
  expect(journeys.map(({ reasonCode }) => reasonCode).filter(Boolean)).toEqual(['SCHEMA']);
  expect(summary).toMatchObject({ decisive: 1, passed: 2 });
});

test('another member, or that of another thing, is another cause', () => {
  const item = classified('item', { ...SCHEMA, operationAtFault: 'GET /things/{id}', pointer: '/madeAt' });
  const known = (found: Partial<Classification>) => isKnownCause([item], classified('other', { ...SCHEMA, ...found }));
  expect(known({ operationAtFault: 'PUT /things/{id}', pointer: '/madeAt' })).toBe(true);
  expect(known({ operationAtFault: 'PUT /things/{id}', pointer: '/name' })).toBe(false);
  expect(known({ operationAtFault: 'GET /things/{id}/notes/{noteId}', pointer: '/madeAt' })).toBe(false);
  expect(known({ operationAtFault: 'GET /things/{id}/notes', pointer: '/0/madeAt' })).toBe(false);
});

test('a journey whose wrong members another one saw wrong, too, has its cause, and the one with more tells it', () => {
  const lost = (name: string, ...pointers: string[]) => {
    const [pointer = ''] = pointers;
    const several = pointers.length > 1 ? { pointers } : {};
    return classified(name, { reasonCode: 'VALUE_NOT_STORED', row: 12, statusCode: 200, pointer, ...several });
  };
  const [one, all] = [lost('one', '/name'), lost('all', '/done', '/name', '/note')];
  expect(outcomes([one, all])).toEqual([
    ['CAUSED_BY', idOf(all)],
    ['VALUE_NOT_STORED', undefined],
  ]);
  expect(isKnownCause([all], one)).toBe(true);
  expect(isKnownCause([one], all)).toBe(false);
  // What no other journey shows is never hidden.
  const [left, right] = [lost('left', '/name', '/note'), lost('right', '/note', '/done')];
  expect(outcomes([left, right])).toEqual([
    ['VALUE_NOT_STORED', undefined],
    ['VALUE_NOT_STORED', undefined],
  ]);
  const elsewhere = { ...one, classification: { ...one.classification!, operationAtFault: 'PATCH /things/{id}' } };
  expect(outcomes([all, elsewhere]).flat().includes('CAUSED_BY')).toBe(false);
});
