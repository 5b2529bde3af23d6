import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, missing, notFound, ok, store } from '#test/small-store.ts';

const list = (count: string) => object({ id: integer, name: text, [count]: integer }, ['id', 'name', count]);
const card = object({ id: integer, title: text }, ['id', 'title']);
const documentOf = (count: string, shown = card, status = '201') =>
  spec({
    '/lists': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(list(count), '201') } },
    '/lists/{id}': item(list(count)),
    '/lists/{listId}/cards': {
      parameters: [param('listId', integer)],
      post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(shown, status), ...missing } },
      get: { responses: { ...shows({ type: 'array', items: shown }), ...missing } },
    },
  });
const document = documentOf('cardCount');

const server =
  (countOf: (cards: Fields[], reads: number) => number | null | undefined): MakeServer =>
  () => {
    const { items, routes } = store('/lists', { cardCount: 0 });
    const cards: (Fields & { listId: string })[] = [];
    let reads = 0;
    const of = (id: string | undefined) => cards.filter(({ listId }) => listId === id);
    return {
      ...routes,
      'GET /lists/{id}': ({ params: [id = ''] }) => {
        const one = items.get(id);
        reads += 1;
        return one ? ok({ ...one, cardCount: countOf(of(id), reads) }) : notFound;
      },
      'POST /lists/{listId}/cards': ({ params: [listId = ''], body }): Told => {
        if (!items.has(listId)) return notFound;
        cards.push({ ...body, id: cards.length + 1, listId });
        return { status: 201, body: cards.at(-1) };
      },
      'GET /lists/{listId}/cards': ({ params: [listId = ''] }) => (items.has(listId) ? ok(of(listId)) : notFound),
    };
  };

describe('how many children a parent has', () => {
  it('is another number once one more was made', async () => {
    expect(
      failures(
        await verify(
          document,
          server(({ length }) => length),
        ),
      ),
    ).toEqual([]);
    const { bundle } = await plan(document);
    expect(bundle.plans.flatMap(({ proof }) => proof)).toContain('child-not-counted POST /lists/{listId}/cards');
  });

  it('is found where it stays', async () => {
    expect(
      decisive(
        await verify(
          document,
          server(() => 0),
        ),
      ),
    ).toEqual(['FAIL_DECISIVE_PERSISTENCE UNCHANGED: A card is listed below its list and below no other']);
  });

  it('may come later, and is not claimed where it is not shown', async () => {
    const late = verify(
      document,
      server(({ length }, reads) => (reads % 4 === 0 ? length : 0)),
    );
    expect(decisive(await late)).toEqual([]);
    const hidden = await verify(
      document,
      server(() => undefined),
    );
    expect(decisive(hidden).filter((line) => line.includes('UNCHANGED'))).toEqual([]);
  });

  const state = { type: 'string', enum: ['draft', 'published'] };
  it.each([
    ['of others', documentOf('openCardCount')],
    ['of what is a draft first', documentOf('cardCount', object({ id: integer, title: text, state }, ['id', 'title']))],
    ['of what is not active at once', documentOf('cardCount', object({ id: integer, title: text, active: boolean }))],
    ['of what is only accepted', documentOf('cardCount', card, '202')],
  ])('is not claimed %s', async (_name, other) => {
    const { bundle } = await plan(other);
    const asserted = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ assert }) => assert));
    expect(asserted.filter((one) => one.op === 'differs' && one.pointer.endsWith('Count'))).toEqual([]);
  });
});
