import { expect, test } from 'vitest';
import type { Step, Template } from '#verifier/plan/plan.ts';
import { runInMemory } from '#test/run-in-memory.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import { create, NAME, plan, read, request, step } from '#test/things-plans.ts';

const sized = create({ optional: ['/size'] });
const byId = { path: { id: { capture: 'id' } } };
const replace = step(
  'update',
  request('PUT', '/things/{id}', { ...byId, body: { object: { name: NAME, size: { literal: 7 } } } }),
  {
    assert: [{ op: 'equals', pointer: '/name', value: { sent: 'update', pointer: '/body/name' }, compare: 'exact' }],
  },
);
const plans = [
  plan('first', [sized, read()]),
  plan('second', [sized, read()]),
  plan('update', [sized, read(), replace]),
];
const refusing =
  (error: string): Fault =>
  (r) =>
    r.method !== 'GET' && (r.body ?? '').includes('size') ? json(422, { error }) : undefined;

test('a member that one create was refused for is left out of later creates and updates of that thing', async () => {
  const api = thingsApi(refusing('size is not for you'));
  const { journeys } = await runInMemory(plans, api.handler, { concurrency: 1 });
  expect(journeys.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass']);
  expect(api.log.filter(({ body = '' }) => body.includes('size'))).toHaveLength(1);
});

test('what no refusal named is left out of later creates, and sent in updates', async () => {
  const api = thingsApi((r, next, things) => (r.method === 'POST' ? refusing('invalid')(r, next, things) : undefined));
  const { journeys } = await runInMemory(plans, api.handler, { concurrency: 1 });
  expect(journeys.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass']);
  expect(api.log.filter(({ body = '' }) => body.includes('size')).map(({ method }) => method)).toEqual(['POST', 'PUT']);
});

test('a member that the journey is about is sent all the same', async () => {
  const claim = {
    op: 'equals',
    pointer: '/size',
    value: { sent: 'update', pointer: '/body/size' },
    compare: 'exact',
  } as const;
  const about = { ...replace, assert: [claim] };
  const api = thingsApi((r, next, things) => (r.method === 'POST' ? refusing('size')(r, next, things) : undefined));
  const { journeys } = await runInMemory([...plans.slice(0, 1), plan('about', [sized, read(), about])], api.handler, {
    concurrency: 1,
  });
  expect(journeys.map(({ status }) => status)).toEqual(['pass', 'pass']);
  expect(api.log.filter(({ body = '' }) => body.includes('size')).map(({ method }) => method)).toEqual(['POST', 'PUT']);
});

const kinds = (value: Template) => ({ object: { name: NAME, kind: value } });
const made = { unique: { stem: 'kind', maxLength: 20, charset: 'text' } } as const;
const kindOf = (name: string, more: object = {}) =>
  create({ id: 'create', ...request('POST', '/things', { body: kinds(made) }), ...more, operationId: name });
const changed = step('update', request('PUT', '/things/{id}', { ...byId, body: kinds(made) }), {
  assert: [{ op: 'equals', pointer: '/name', value: { sent: 'update', pointer: '/body/name' }, compare: 'exact' }],
});

test.each([
  [{ error: 'kind must be one of: small, large' }],
  [{ errors: { kind: ["allowed values are 'small', 'large'"] } }],
])('of the texts that one refusal told, later creates and updates send one from the start: %j', async (told) => {
  const isOther = (body = '') => !/"kind":"(small|large)"/.test(body);
  const api = thingsApi((r) =>
    r.method !== 'GET' && r.method !== 'DELETE' && isOther(r.body) ? json(422, told) : undefined,
  );
  const journeys = [
    plan('first', [kindOf('one'), read()]),
    plan('second', [kindOf('two'), read()]),
    plan('update', [kindOf('three'), read(), changed]),
  ];
  const result = await runInMemory(journeys, api.handler, { concurrency: 1 });
  expect(result.journeys.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass']);
  const sent = api.log.filter(({ method }) => method === 'POST' || method === 'PUT').map(({ body = '' }) => body);
  expect(sent.filter(isOther)).toHaveLength(1);
  expect(sent.at(-1)).toContain('"kind":"large"');
});

const keyed = (value: Template) => ({ header: { 'x-batch': value } });
const headed = (id: string, value: Template): Step => {
  const one = create({ id });
  return { ...one, params: { ...one.params, ...keyed(value) } };
};
const batch = { unique: { stem: 'batch', maxLength: 20, charset: 'text' } } as const;
const refusingBatch =
  (status: number, told: object): Fault =>
  (r) =>
    r.method !== 'GET' && r.headers['x-batch'] ? json(status, told) : undefined;

test.each([
  [400, { error: 'X-Batch is not for you' }],
  [422, { errors: { 'x-batch': 'is unknown' } }],
])('a header that one create was refused for is left out of later creates and updates: %s %j', async (status, told) => {
  const api = thingsApi(refusingBatch(status, told));
  const update = { ...replace, params: { ...replace.params, ...keyed(batch) } };
  const journeys = [
    plan('first', [headed('create', batch), read()]),
    plan('update', [headed('create', batch), read(), update]),
  ];
  const result = await runInMemory(journeys, api.handler, { concurrency: 1 });
  expect(result.journeys.map(({ status }) => status)).toEqual(['pass', 'pass']);
  expect(api.log.filter(({ headers }) => headers['x-batch'])).toHaveLength(1);
});

test('a header of a request that the journey sends twice is what it is about, and is not left out', async () => {
  const api = thingsApi(refusingBatch(400, { error: 'X-Batch is not for you' }));
  const twice = plan('twice', [headed('create', batch), headed('again', batch)]);
  const { journeys } = await runInMemory([twice], api.handler, { concurrency: 1 });
  expect(journeys[0]).toMatchObject({ status: 'skip', reasonCode: 'INPUT_REFUSED' });
});
