import { expect, test } from 'vitest';
import { json } from '#test/things-api.ts';
import {
  basicOf,
  byId,
  journey,
  OPAQUE,
  ownedThings,
  reads,
  refused,
  tokenOf,
  type ToOthers,
  updates,
  USER,
} from '#test/owned-things.ts';
import { create, NAME, request } from '#test/things-plans.ts';
import { runInMemory } from '#test/run-in-memory.ts';

const patches = journey(
  'patch',
  [create(), refused(request('PATCH', '/things/{id}', { ...byId, body: { object: { name: NAME } } }))],
  'create',
);
const deletes = journey('delete', [create(), refused(request('DELETE', '/things/{id}', byId))], 'create');
const OWN = [reads, updates, patches, deletes];

test.each<[string, ToOthers]>([
  ['says of a change to what is not there that it is done', (method) => json(method === 'GET' ? 404 : 200, {})],
  ['makes what is put', (method, id, owner) => json(method === 'PUT' ? 200 : 404, { id, owner, name: 'another' })],
])('nothing is said of a service that makes a user of each token and %s', async (_name, toOthers) => {
  const { journeys } = await runInMemory(OWN, ownedThings(tokenOf, toOthers).handler, OPAQUE);
  expect(journeys.map(({ status }) => status)).toEqual(OWN.map(() => 'pass'));
});

test('whoever shows a token reads, changes and deletes what the persona made', async () => {
  const api = ownedThings(({ authorization }) => authorization && 'ann');
  const { journeys } = await runInMemory(OWN, api.handler, OPAQUE);
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(OWN.map(() => 'AUTHN_MISSING'));
});

test.each([
  ['the same report, which another read refuses to it', 'id,name', 'AUTHN_MISSING'],
  ['a report of its own', 'id,name,other', undefined],
])('made-up credentials are answered %s', async (_name, report, reasonCode) => {
  const reports = journey('report', [create(), refused(request('GET', '/report'))], 'create');
  const api = ownedThings((headers) => (tokenOf(headers) === 'tok-ann-58c1d07b2e' ? 'ann' : undefined));
  const { journeys } = await runInMemory(
    [reads, reports],
    (asked) => {
      const token = tokenOf(asked.headers);
      if (!asked.url.endsWith('/report')) return api.handler(asked);
      if (token === undefined) return json(401, {});
      const body = token === 'tok-ann-58c1d07b2e' ? 'id,name' : report;
      return { status: 200, headers: { 'content-type': 'text/csv' }, body };
    },
    OPAQUE,
  );
  expect(journeys.map((one) => one.reasonCode)).toEqual([undefined, reasonCode]);
});

test('a member that the service looks at first is left out before it is said whether anybody is let in', async () => {
  const body = { object: { name: NAME, shelf: { literal: 'none' } } };
  const captures = { id: { from: 'body' as const, pointer: '/id' } };
  const creates = journey(
    'create',
    [refused(request('POST', '/things', { body }), { captures, optional: ['/shelf'] })],
    'refused',
  );
  const run = (lets: boolean) => {
    const api = ownedThings(({ authorization }) =>
      lets || tokenOf({ authorization: authorization ?? '' }) === 'tok-ann-58c1d07b2e'
        ? authorization && 'ann'
        : undefined,
    );
    return runInMemory(
      [creates],
      (asked) =>
        asked.method === 'POST' && asked.headers['authorization'] !== undefined && asked.body?.includes('"shelf"')
          ? json(400, { error: 'no such shelf' })
          : api.handler(asked),
      OPAQUE,
    );
  };
  const [{ journeys, residue }, sound] = [await run(true), await run(false)];
  expect(journeys[0]).toMatchObject({ reasonCode: 'AUTHN_MISSING' });
  expect(residue).toEqual([]);
  expect(sound.journeys[0]).toMatchObject({ status: 'pass' });
});

test.each<[string, ReturnType<typeof json>]>([
  ['in words', json(200, { code: 1001, msg: 'who are you', data: null })],
  ['with a page', { ...json(200, {}), headers: { 'content-type': 'text/html' }, body: '<form>sign in</form>' }],
])('a refusal in a 200 is one, %s, though who shows nothing is answered 401', async (_name, answer) => {
  for (const [options, own] of [
    [OPAQUE, 'Bearer tok-ann-58c1d07b2e'],
    [USER, `Basic ${Buffer.from('ann:correct-horse').toString('base64')}`],
  ] as const) {
    const api = ownedThings(({ authorization }) => authorization && 'ann');
    const { journeys } = await runInMemory(
      OWN,
      (asked) => ((asked.headers['authorization'] ?? own) === own ? api.handler(asked) : answer),
      options,
    );
    expect(journeys.map(({ status }) => status)).toEqual(OWN.map(() => 'pass'));
  }
});

test('a web server that asks for the password itself is sent no user without a name', async () => {
  const api = ownedThings((headers) => (basicOf(headers)[1] === 'correct-horse' ? 'ann' : undefined));
  const page =
    '<html><p>This server could not verify that you\nare authorized to access the document\nrequested.</p></html>';
  const { journeys } = await runInMemory(
    OWN,
    (asked) => {
      const answer = api.handler(asked) as ReturnType<typeof json>;
      return answer.status === 401 ? { ...answer, headers: { 'content-type': 'text/html' }, body: page } : answer;
    },
    USER,
  );
  expect(journeys.map(({ status }) => status)).toEqual(OWN.map(() => 'pass'));
  expect(api.log.filter(({ headers }) => headers['authorization'] === 'Basic a')).toEqual([]);
});

test('no more than two wrong passwords are refused, also where a list lets one in and nothing else tells', async () => {
  const authorization = `Basic ${Buffer.from('ann:correct-horse').toString('base64')}`;
  const paths = ['/things', '/orders', '/carts', '/bills', '/notes'];
  let wrong = 0;
  await runInMemory(
    paths.map((path) => ({
      ...journey(path, [refused(request('GET', path))], ''),
      teardown: [],
    })),
    ({ url, headers }) => {
      if (headers['authorization'] === undefined) return json(401, {});
      if (headers['authorization'] === authorization) return json(200, [1]);
      if (url.endsWith('/things')) return json(200, []);
      if (headers['authorization'] !== 'Basic a') wrong += 1;
      return json(403, { error: 'wrong password' });
    },
    { ...USER, concurrency: 1 },
  );
  expect(wrong).toBe(2);
});
