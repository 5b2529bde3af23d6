import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

type Paths = Record<string, object>;

const note = { $ref: '#/components/schemas/Note' };
const fields = { label: text, seenBy: { type: 'string', enum: ['SEEN_BY_UNSPECIFIED', 'ONE', 'ALL'] } };
const state = { type: 'string', enum: ['STATE_UNSPECIFIED', 'NORMAL', 'ARCHIVED'] };
/** The document says nothing of it: things are called by their place ("notes/n7"), and the service gives them that name. */
const document = spec(
  {
    '/v1/notes': {
      post: { ...takes(note), responses: shows(note) },
      get: {
        parameters: [{ name: 'state', in: 'query', schema: state }],
        responses: shows(object({ notes: { type: 'array', items: note } })),
      },
    },
    '/v1/notes/{note}': {
      parameters: [param('note')],
      get: { responses: { ...shows(note), ...missing } },
      patch: { ...takes(note), responses: { ...shows(note), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
    '/v1/notes/{note}/marks': {
      parameters: [param('note')],
      post: { ...takes(object({ sign: text }, ['sign'])), responses: shows(object({ name: text, sign: text })) },
      get: { responses: shows(object({ marks: { type: 'array', items: object({ name: text, sign: text }) } })) },
    },
  },
  { schemas: { Note: object({ name: text, state, ...fields }, ['label', 'seenBy']) } },
);

const server =
  (change: (routes: Routes, notes: Map<string, Fields>) => void = () => undefined): MakeServer =>
  () => {
    const notes = new Map<string, Fields>();
    const marks: Fields[] = [];
    let made = 0;
    const chosen = ({ seenBy, ...body }: Fields) => ({
      ...body,
      seenBy: seenBy === 'SEEN_BY_UNSPECIFIED' ? 'ALL' : seenBy,
    });
    const routes: Routes = {
      'POST /v1/notes': ({ body }) => {
        const id = `n${(made += 1)}`;
        notes.set(id, { ...chosen(body), name: `notes/${id}`, state: 'NORMAL' });
        return ok(notes.get(id));
      },
      'GET /v1/notes': ({ query }) => {
        const asked = query.get('state') ?? 'STATE_UNSPECIFIED';
        const isAsked = (one: Fields) => asked === 'STATE_UNSPECIFIED' || one['state'] === asked;
        return ok({ notes: [...notes.values()].filter(isAsked) });
      },
      'GET /v1/notes/{note}': ({ params: [id = ''] }) => (notes.has(id) ? ok(notes.get(id)) : notFound),
      'PATCH /v1/notes/{note}': ({ params: [id = ''], body }) => {
        const held = notes.get(id);
        return held ? ok(Object.assign(held, chosen(body), { name: held['name'], state: 'NORMAL' })) : notFound;
      },
      'DELETE /v1/notes/{note}': ({ params: [id = ''] }) => (notes.delete(id) ? { status: 204 } : notFound),
      'POST /v1/notes/{note}/marks': ({ params: [id = ''], body }) => {
        if (!notes.has(id)) return notFound;
        const mark = { ...body, name: `notes/${id}/marks/m${marks.length + 1}` };
        marks.push(mark);
        return ok(mark);
      },
      'GET /v1/notes/{note}/marks': ({ params: [id = ''] }) =>
        notes.has(id) ? ok({ marks: marks.filter(({ name }) => String(name).startsWith(`notes/${id}/`)) }) : notFound,
      'GET /v1/notes/{note}/marks/{mark}': ({ params }) => {
        const mark = marks.find(({ name }) => name === `notes/${params.join('/marks/')}`);
        return mark ? ok(mark) : notFound;
      },
    };
    change(routes, notes);
    return routes;
  };

describe('a service that calls its things by their place', () => {
  it('is asked for them by the end of that, and not accused of a name that it gives itself', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['create-read', 'create-list', 'list-filter', 'update-read', 'delete-gone']),
    );
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('that loses what is sent beside it is accused all the same', async () => {
    const forgetful = server((routes, notes) => {
      routes['PATCH /v1/notes/{note}'] = ({ params: [id = ''] }) => (notes.has(id) ? ok(notes.get(id)) : notFound);
    });
    expect(decisive(await verify(document, forgetful)).join('\n')).toMatch(/FAIL_DECISIVE_PERSISTENCE/);
    const gone = server((routes) => {
      delete routes['GET /v1/notes/{note}'];
    });
    expect(decisive(await verify(document, gone)).join('\n')).toMatch(/FAIL_DECISIVE_ROUTE_MISSING/);
  });

  it('is never sent the choice that says that there is none', async () => {
    const { bundle } = await plan(document);
    expect(JSON.stringify(bundle.plans.map(({ steps }) => steps.map(({ body }) => body)))).not.toContain('UNSPECIFIED');
  });

  it('is asked alike where one parameter takes the whole place, as its pattern says', async () => {
    const of = (name: string, pattern: string) => [param(name, { type: 'string', pattern })];
    const { '/v1/notes': notes, '/v1/notes/{note}': one, '/v1/notes/{note}/marks': marks } = document.paths as Paths;
    const mark = object({ name: text, sign: text });
    const inPlaces = spec(
      {
        '/v1/notes': notes,
        '/v1/{name}': { ...one, parameters: of('name', 'notes/[^/]+') },
        '/v1/{parent}/marks': { ...marks, parameters: of('parent', 'notes/[^/]+') },
        '/v1/{name_1}': {
          parameters: of('name_1', '^notes/[^/]+/marks/[^/]+$'),
          get: { responses: { ...shows(mark), ...missing } },
        },
      },
      document.components,
    );
    const { bundle } = await plan(inPlaces);
    expect(new Set(bundle.plans.flatMap(({ operations }) => operations)).size).toBe(8);
    expect(failures(await verify(inPlaces, server()))).toEqual([]);
    const mute = server((routes) => {
      delete routes['GET /v1/notes/{note}/marks/{mark}'];
    });
    expect(decisive(await verify(inPlaces, mute)).join('\n')).toMatch(/FAIL_DECISIVE_ROUTE_MISSING/);
  });

  it('is planned as it is documented where a pattern says the same, which alone is left out', async () => {
    const name = param('name', { type: 'string', pattern: 'notes/[^/]+' });
    const one = { get: { responses: shows(object({ name: text })) } };
    const { bundle, warnings } = await plan({
      ...document,
      paths: { ...document.paths, '/v1/{name}': { ...one, parameters: [name] } },
    });
    expect(bundle.plans.map(({ subject }) => subject)).toContain('GET /v1/notes/{note}');
    expect(warnings.filter((told) => told.includes('left out'))).toEqual([
      expect.stringMatching(/^GET \/v1\/\{name\} is left out: /),
    ]);
  });

  it('has a parameter for each name of a pattern, also where two stand side by side', async () => {
    const name = param('name', { type: 'string', pattern: 'notes/[^/]+/[^/]+' });
    const { operations } = await plan(
      spec({ '/v1/{name}': { parameters: [name], get: { responses: shows(object({ name: text })) } } }),
    );
    expect(operations.map(({ key }) => key)).toEqual(['GET /v1/notes/{note}/{name_2}']);
  });
});
