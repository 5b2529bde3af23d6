import { expect, it } from 'vitest';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { type Answered, type Asked, decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const security = [{ token: [] }];
const missing = { '404': { description: 'none' } };
const shelf = object({ id: integer, title: text }, ['id', 'title']);
const book = object({ id: integer, note: text }, ['id', 'note']);
const documentOf = (listMissing: object) =>
  spec(
    {
      '/shelves': {
        post: { security, ...takes(object({ title: text }, ['title'])), responses: shows(shelf, '201') },
      },
      '/shelves/{id}': {
        parameters: [param('id', integer)],
        get: { security, responses: { ...shows(shelf), ...missing } },
        delete: { security, responses: noBody },
      },
      '/shelves/{id}/books': {
        parameters: [param('id', integer)],
        get: { security, responses: { ...shows({ type: 'array', items: book }), ...listMissing } },
        post: { security, ...takes(object({ note: text }, ['note'])), responses: shows(book, '201') },
      },
    },
    { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  );

/** A shelf without books has no list of them. `hasList` = there is such a route. */
const library =
  ({ hasList = true }) =>
  (): Routes => {
    const shelves = new Map<number, { id: number; title: unknown; books: object[] }>();
    let serial = 0;
    const known =
      (act: (asked: Asked, at: number) => Answered) =>
      (asked: Asked): Answered => {
        const at = Number(asked.params[0]);
        if (asked.caller === '') return { status: 401, body: {} };
        return shelves.has(at) ? act(asked, at) : { status: 404, body: { error: 'no such shelf' } };
      };
    const list = known((_, at) => {
      const books = shelves.get(at)?.books ?? [];
      return books.length > 0 ? { status: 200, body: books } : { status: 404, body: { error: 'the shelf is empty' } };
    });
    return {
      'POST /shelves': ({ body, caller }) => {
        if (caller === '') return { status: 401, body: {} };
        serial += 1;
        shelves.set(serial, { id: serial, title: body['title'], books: [] });
        return { status: 201, body: { id: serial, title: body['title'] } };
      },
      'GET /shelves/:id': known((_, at) => ({ status: 200, body: { id: at, title: shelves.get(at)?.title } })),
      'DELETE /shelves/:id': known((_, at) => ({ status: shelves.delete(at) ? 204 : 404 })),
      ...(hasList && { 'GET /shelves/:id/books': list }),
      'POST /shelves/:id/books': known(({ body }, at) => {
        serial += 1;
        const made = { id: serial, note: body['note'] };
        shelves.get(at)?.books.push(made);
        return { status: 201, body: made };
      }),
    };
  };

const asked = {
  kinds: ['unauthenticated' as const],
  personas: [{ name: 'Ann', description: 'May do everything.', authType: 'BEARER' as const }],
};

it('a list that nothing was put in need not be there where its document knows 404', async () => {
  expect(decisive(await verifyServer(documentOf(missing), library({}), asked))).toEqual([]);
});

it.each([
  ['where its document knows no 404', documentOf({}), library({})],
  ['where its route is missing', documentOf(missing), library({ hasList: false })],
])('but it is missed %s', async (_name, document, server) => {
  expect(decisive(await verifyServer(document, server, asked))).not.toEqual([]);
});
