import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, ok, store } from '#test/small-store.ts';

const note = object({ id: integer, title: text }, ['id', 'title']);
const page = object({ data: { type: 'array', items: note }, has_more: boolean }, ['data', 'has_more']);
const asked = { limit: integer, starting_after: text };
const document = spec({
  '/notes': {
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') },
    get: {
      parameters: Object.entries(asked).map(([name, schema]) => ({ name, in: 'query', schema })),
      responses: shows(page),
    },
  },
  '/notes/{id}': item(note),
});

/** `from`: where a page begins, counted from the item that it is to begin after. */
const server =
  (from: number): MakeServer =>
  () => {
    const { items, routes } = store('/notes', {});
    routes['GET /notes'] = ({ query }) => {
      const all = [...items.values()].toReversed();
      const at = all.findIndex(({ id }) => String(id) === query.get('starting_after'));
      const rest = at < 0 ? all : all.slice(at + from);
      const data = rest.slice(0, Number(query.get('limit') ?? 20));
      return ok({ data, has_more: data.length < rest.length });
    };
    return routes;
  };

it('a page that begins after an item does not show that item again', async () => {
  expect(failures(await verify(document, server(1), 'pagination'))).toEqual([]);
  expect(decisive(await verify(document, server(0), 'pagination'))).toEqual([
    'FAIL_DECISIVE_CONTRACT PAGE_REPEATED: The list shows each note on exactly one page of the requested size',
  ]);
});
