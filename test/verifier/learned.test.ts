import { expect, test } from 'vitest';
import { runInMemory } from './support/run-in-memory.ts';
import { json, thingsApi, type Fault } from './support/things-api.ts';
import { create, NAME, plan, read, request, step } from './support/things-plans.ts';

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
