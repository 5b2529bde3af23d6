import { expect, it } from 'vitest';

import { verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

const own = { title: text, note: text };
const board = object({ id: integer, ...own }, ['id', 'title']);
const document = spec({
  '/boards': { post: { ...takes(object(own, ['title'])), responses: shows(board, '201') } },
  '/boards/{id}': item(board),
});

it.each<[string, Record<string, string>, number]>([
  ['goes again without its optional values where a service forbids it', { 'x-ratelimit-remaining': '10' }, 2],
  ['is left where the service says when to come again', { 'retry-after': '60' }, 1],
  ['is left where nothing more is heard', { 'x-ratelimit-remaining': '0' }, 1],
])('a create %s', async (_, headers, times) => {
  let creates = 0;
  const forbidding = () => ({
    ...store('/boards', {}).routes,
    'POST /boards': () => {
      creates += 1;
      return { status: 403, body: { message: 'Forbidden' }, headers };
    },
  });
  await verify(document, forbidding, 'create-read');
  expect(creates).toBe(times);
});
