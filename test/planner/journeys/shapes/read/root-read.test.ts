import { expect, test } from 'vitest';

import { decisive, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

const own = { title: text };
const board = object({ id: integer, ...own }, ['id', 'title']);
const document = spec({
  '/': { get: { responses: shows(object({ version: text })) } },
  '/boards': { post: { ...takes(object(own, ['title'])), responses: shows(board, '201') } },
  '/boards/{id}': item(board),
});
const server =
  (root: { status: number; body: { version: string } | { error: string } }): MakeServer =>
  () => ({ ...store('/boards', {}).routes, 'GET /': () => root });

test('the root of an API is always there: 404 where none is documented is a fault, and its version is none', async () => {
  expect(decisive(await verify(document, server({ status: 200, body: { version: '1' } })))).toEqual([]);
  const { journeys } = await verify(document, server({ status: 404, body: { error: 'Not Found' } }));
  expect(journeys.filter(({ status }) => status === 'fail').map(({ verdict }) => verdict)).toEqual([
    expect.stringMatching(/^FAIL_DECISIVE_(?:ROUTE_MISSING|CONTRACT)$/),
  ]);
});
