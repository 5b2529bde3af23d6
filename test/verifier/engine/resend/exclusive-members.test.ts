import { expect, test } from 'vitest';

import { type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

test('of optional members that a refusal calls exclusive all but one are left out', async () => {
  const own = { title: text, note: text, comment: text };
  const board = object({ id: integer, ...own }, ['id', 'title']);
  const document = spec({
    '/boards': { post: { ...takes(object(own, ['title'])), responses: shows(board, '201') } },
    '/boards/{id}': item(board),
  });
  const server: MakeServer = () => {
    const { routes } = store('/boards', {});
    const create = routes['POST /boards'];
    const told = (error: string) => ({ status: 400, body: { error } });
    routes['POST /boards'] = (asked) => {
      const sent = ['note', 'comment'].filter((name) => Object.hasOwn(asked.body, name)).length;
      if (sent === 2) return told("Both 'note' and 'comment' cannot be set at the same time");
      return (sent === 0 ? undefined : create?.(asked)) ?? told('One is needed');
    };
    return routes;
  };
  const { journeys } = await verify(document, server, 'create-read');
  expect(journeys.map(({ status }) => status)).toEqual(['pass']);
  expect(journeys[0]?.notes).toEqual(['create-board: 400 with /note; went on without']);
});
