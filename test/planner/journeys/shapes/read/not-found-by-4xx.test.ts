import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { notFound, ok, store } from '#test/small-store.ts';

const shelf = object({ id: integer, label: text }, ['id', 'label']);
const amiss = { '4XX': { description: 'whatever was amiss' } };
const makes = { ...takes(object({ label: text }, ['label'])), responses: { ...shows(shelf, '201'), ...amiss } };
const reads = { responses: { ...shows(shelf), ...amiss } };
const document = spec({
  '/rooms': { post: makes },
  '/rooms/{roomId}': { parameters: [param('roomId', integer)], get: reads },
  '/rooms/{roomId}/shelves': { parameters: [param('roomId', integer)], post: makes },
  '/rooms/{roomId}/shelves/{id}': { parameters: [param('roomId', integer), param('id', integer)], get: reads },
});

const server =
  (unknown = notFound, isBelowAny = false): MakeServer =>
  () => {
    const { routes } = store('/rooms', {});
    const shelves: { room: string | undefined; shelf: object }[] = [];
    return {
      'POST /rooms': (asked) => routes['POST /rooms']?.(asked) ?? notFound,
      'GET /rooms/{roomId}': (asked) => {
        const found = routes['GET /rooms/{id}']?.(asked) ?? notFound;
        return found.status === 404 ? unknown : found;
      },
      'POST /rooms/{roomId}/shelves': ({ params: [room], body }) => {
        const made = { room, shelf: { ...body, id: shelves.length } };
        shelves.push(made);
        return { status: 201, body: made.shelf };
      },
      'GET /rooms/{roomId}/shelves/{id}': ({ params: [room, id] }) => {
        const found = shelves[Number(id)];
        return found && (isBelowAny || found.room === room) ? ok(found.shelf) : unknown;
      },
    };
  };

it('4XX says that an unknown id is refused, and a child below another parent', async () => {
  const { bundle } = await plan(document);
  const kinds = bundle.plans.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'not-found')).toHaveLength(2);
  expect(kinds).toContain('child-under-parent');
  expect(failures(await verify(document, server()))).toEqual([]);
  expect(decisive(await verify(document, server({ status: 400, body: { error: 'no such id' } })))).toEqual([]);
});

it('so one that is answered is a fault', async () => {
  const answered = decisive(await verify(document, server(ok({ id: 1, label: 'any' }))));
  expect(answered.join()).toContain('MISSING_ITEM_ANSWERED');
  expect(decisive(await verify(document, server(notFound, true))).join()).toContain('below another room');
});
