import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Routes, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, spec, takes, text } from '#test/small-spec.ts';
import { notFound, ok, store } from '#test/small-store.ts';
import { valueFor } from '#test/value-for.ts';

/** As a generator writes it that sees a handler return a response of any kind. */
const bare = { responses: { '200': { description: 'OK' } } };
const typed = (schema: object) => ({
  responses: { '200': { description: 'OK', content: { 'application/json': { schema } } } },
});
/** As it writes a POST handler that returns nothing. */
const nothing = { responses: { '201': { description: 'Created' } } };
const day = { $ref: '#/components/schemas/LocalDate' };
const note = object({ id: integer, title: text, due: day });
const remark = object({ id: integer, text });
const fields = object({ id: integer, title: text, due: day }, ['title']);

const document = spec(
  {
    '/notes': { post: { ...takes(fields), ...bare } },
    '/notes/{id}': {
      parameters: [param('id', integer)],
      get: typed(note),
      put: { ...takes(fields), ...typed(note) },
      delete: { responses: { '204': { description: 'No Content' } } },
    },
    '/notes/{id}/heartbeat': { parameters: [param('id', integer)], post: nothing },
    '/notes/{noteId}/remarks': {
      parameters: [param('noteId', integer)],
      get: typed({ type: 'array', items: remark }),
      post: { ...takes(object({ text }, ['text'])), ...bare },
    },
    '/remarks/{id}': {
      parameters: [param('id', integer)],
      get: typed(remark),
      delete: bare,
    },
  },
  { schemas: { LocalDate: { type: 'string', format: 'date', examples: ['2022-03-10'] } } },
);

const server =
  (told: (made: Told, place: string) => Told): MakeServer =>
  () => {
    const notes = store('/notes', { due: null });
    const remarks = store('/remarks', {});
    const make = (routes: Routes, place: string): Routes[string] => {
      return (asked) => {
        const { id: _own, ...body } = asked.body;
        const made = routes[`POST ${place}`]?.({ ...asked, body }) ?? notFound;
        return told(made, `${place}/${String((made.body as { id: number }).id)}`);
      };
    };
    const { 'POST /remarks': _elsewhere, ...below } = remarks.routes;
    return {
      ...notes.routes,
      ...below,
      'POST /notes': make(notes.routes, '/notes'),
      // What a PUT leaves out has no value any more; it comes again as null.
      'PUT /notes/{id}': notes.on((one, body) =>
        body['due'] === undefined || String(body['due']) < '2031'
          ? ok(Object.assign(one, { due: null }, body))
          : refused,
      ),
      'POST /notes/{id}/heartbeat': notes.on(() => ({ status: 204 })),
      'POST /notes/{id}/remarks': (asked) =>
        notes.items.has(asked.params[0] ?? '') ? make(remarks.routes, '/remarks')(asked) : notFound,
      'GET /notes/{id}/remarks': () => ok([...remarks.items.values()]),
      'DELETE /remarks/{id}': (asked) => (remarks.items.delete(asked.params[0] ?? '') ? { status: 204 } : notFound),
    };
  };
const refused: Told = { status: 400, body: { violations: [{ field: 'due', message: 'must be a day before 2031' }] } };

describe('of an answer of which the document says nothing', () => {
  it('the body tells what was made', async () => {
    expect(
      failures(
        await verify(
          document,
          server((made) => made),
        ),
      ),
    ).toEqual([]);
  });

  it('or its Location does', async () => {
    const located = server((_made, place) => ({ status: 201, headers: { location: `http://small.test${place}` } }));
    expect(failures(await verify(document, located))).toEqual([]);
  });

  it('but an answer that came too soon names the work', async () => {
    const later = server((_made, place) => ({
      status: 202,
      body: { id: 4711, status: 'queued' },
      headers: { location: place },
    }));
    expect(decisive(await verify(document, later))).toEqual([]);
  });

  it('or nothing, which is no fault', async () => {
    const result = await verify(
      document,
      server(() => ({ status: 204 })),
    );
    expect(decisive(result)).toEqual([]);
    expect(failures(result).join()).toContain('ITEM_NOT_SHOWN');
  });

  it('a thing that is lost is found all the same', async () => {
    const losing = server((made) => ({ status: 201, body: { ...(made.body as object), id: 4711 } }));
    expect(decisive(await verify(document, losing)).join()).toContain('ITEM_LOST');
  });

  it('what is made below a thing and known by a path of its own is planned', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ name }) => name)).toContain('A created remark can be read back');
  });
});

describe('values as validators take them', () => {
  it('an example of a type that fields of any name have is none of this field', async () => {
    const { bundle } = await plan(document);
    expect(JSON.stringify(bundle.plans)).toContain('2030-01-15');
    expect(JSON.stringify(bundle.plans)).not.toContain('2022-03-10');
  });

  it.each([
    ['[A-Z]{1,3}-[0-9]{3,4}', /^[A-Z]{1,3}-[0-9]{3,4}$/],
    ['[a-z0-9-]+', /^[a-z0-9-]+$/],
    ['[a-z]{6,}', /^[a-z]+$/],
    ['\\S', /^sample-plate/],
  ])('a pattern is met by the whole text where it can be: %s', (pattern, wanted) => {
    expect(valueFor({ type: 'string', pattern }, 'plate', { conflicts: true })).toMatch(wanted);
  });

  it('a pattern that is anchored means what it says', () => {
    const address = { type: 'string', format: 'email', pattern: '^[^@]{1,64}@' };
    expect(valueFor(address, 'email', { conflicts: true })).toMatch(/^sample-email-.*@example\.com$/);
  });
});
