import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, notFound, ok } from '#test/small-store.ts';

const own = { title: { ...text, examples: ['Important'] }, note: text };
const tag = object({ id: integer, ...own }, ['id', 'title']);
const documentOf = (required: string[]) =>
  spec({
    '/tags': {
      post: { ...takes(object(own, required)), responses: shows(tag, '201') },
      get: { responses: shows({ type: 'array', items: tag }) },
    },
    '/tags/{id}': { ...item(tag), put: { ...takes(object(own, ['title'])), responses: shows(tag) } },
  });
const document = documentOf(['title']);
/** Titles are the journeys' own where nothing else is required. */
const shared = documentOf(['title', 'note']);

/** `same`: the tag that a create is answered with instead of a new one. */
const server =
  (same: (tags: Fields[], body: Fields) => Fields | undefined, keeps = true): MakeServer =>
  () => {
    const tags = new Map<number, Fields>();
    let serial = 0;
    const on = (act: (one: Fields, body: Fields) => unknown) => (asked: { params: string[]; body: Fields }) => {
      const one = tags.get(Number(asked.params[0]));
      return one ? ok(act(one, asked.body)) : notFound;
    };
    return {
      'POST /tags': ({ body }) => {
        const known = same([...tags.values()], body);
        if (known) return { status: 201, body: known };
        serial += 1;
        const made = { ...body, id: serial };
        tags.set(serial, made);
        return { status: 201, body: made };
      },
      'GET /tags': () => ok([...tags.values()]),
      'GET /tags/{id}': on((one) => one),
      'PUT /tags/{id}': on((one, body) => (keeps ? Object.assign(one, body) : { ...one, ...body })),
      'DELETE /tags/{id}': ({ params }) => (tags.delete(Number(params[0])) ? { status: 204 } : { status: 400 }),
    };
  };

const byTitle = (tags: Fields[], { title }: Fields) => tags.find((one) => one['title'] === title);

it('a server that answers a create with what is there already accuses nobody: journeys that share the item run alone', async () => {
  const result = await verify(shared, server(byTitle));
  expect(failures(result)).toEqual([]);
  expect(result.residue).toEqual([]);
  expect(result.journeys.flatMap(({ notes = [] }) => notes)).toContainEqual(expect.stringMatching(/repeated alone$/));
});

it('and what one of them then finds alone, twice, is decisive', async () => {
  expect(decisive(await verify(shared, server(byTitle, false)))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A tag changed by PUT shows the change',
  ]);
});

it('one journey alone that is given the same thing twice says so', async () => {
  const result = await verify(
    document,
    server(([one]) => one),
  );
  expect(decisive(result)).toEqual([]);
});

it('and where it asks for the title alone, each journey has one of its own', async () => {
  expect(failures(await verify(document, server(byTitle)))).toEqual([]);
});

it('where each create makes an item of its own, what is not stored is found', async () => {
  const result = await verify(
    document,
    server(() => undefined, false),
  );
  expect(decisive(result)).toEqual([
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A tag changed by PUT shows the change',
  ]);
});

it('a server that stores nothing and gives its next free id again and again is found', async () => {
  const result = await verify(document, (...made) => ({
    ...server(() => undefined)(...made),
    'POST /tags': ({ body }) => ({ status: 201, body: { ...body, id: 1 } }),
  }));
  expect(decisive(result)).toContainEqual(expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE ITEM_LOST: /));
});
