import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

/** POST makes a variable at its own path, PUT changes one that is there and may rename it; names are those of programs. */
const variable = object({ name: text, data: text }, ['name', 'data']);
const document = spec({
  '/variables': { get: { responses: shows({ type: 'array', items: variable }) } },
  '/variables/{variablename}': {
    parameters: [param('variablename')],
    post: { ...takes(object({ data: text }, ['data'])), responses: { '201': { description: 'made' } } },
    get: { responses: { ...shows(variable), ...missing } },
    put: { ...takes(object({ name: text, data: text }, ['data'])), responses: { ...noBody, ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
});

const serverOf =
  (isKept: boolean): MakeServer =>
  () => {
    const items = new Map<string, Fields>();
    return {
      'GET /variables': () => ok([...items.values()]),
      'POST /variables/{variablename}': ({ params: [name = ''], body }) => {
        if (!/^[A-Za-z_]\w*$/.test(name)) return { status: 400, body: { error: 'no name for a variable' } };
        if (items.has(name)) return { status: 409, body: { error: 'exists' } };
        if (isKept) items.set(name, { name, data: body['data'] });
        return { status: 201, body: undefined };
      },
      'GET /variables/{variablename}': ({ params: [name = ''] }) => (items.has(name) ? ok(items.get(name)) : notFound),
      'PUT /variables/{variablename}': ({ params: [name = ''], body }) => {
        const before = items.get(name);
        if (!before || !items.delete(name)) return notFound;
        const after = { ...before, ...body };
        items.set(String(after['name']), after);
        return { status: 204 };
      },
      'DELETE /variables/{variablename}': ({ params: [name = ''] }) =>
        items.delete(name) ? { status: 204 } : notFound,
    };
  };

describe('a thing that POST makes at its own path, by a name of letters and digits', () => {
  it('is made there, read, listed, changed under its name and deleted', async () => {
    const { plans } = (await plan(document)).bundle;
    const kinds = new Set(plans.map(({ kind }) => kind));
    for (const kind of ['create-read', 'create-list', 'update-read', 'delete-gone']) expect(kinds).toContain(kind);
    expect(failures(await verify(document, serverOf(true)))).toEqual([]);
  });

  it('is on one page, in whatever letters the service writes its name', async () => {
    const paged = structuredClone(document);
    const query = ['page', 'limit'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
    const list = { responses: shows({ type: 'array', items: variable }), parameters: query };
    Object.assign(paged.paths, { '/variables': { get: list } });
    const shouting: MakeServer = (clock) => {
      const routes = serverOf(true)(clock);
      const usual = routes['GET /variables'];
      const loud = ({ name, data }: Fields) => ({ name: String(name).toUpperCase(), data });
      routes['GET /variables'] = (asked) => {
        const told = usual?.(asked) as Told;
        const all = (told.body as Fields[]).map(loud);
        const [page, limit] = ['page', 'limit'].map((name) => Number(asked.query.get(name) ?? Number.NaN));
        return ok(page && limit ? all.slice((page - 1) * limit, page * limit) : limit ? all.slice(0, limit) : all);
      };
      return routes;
    };
    const { journeys } = await verify(paged, shouting, 'pagination');
    expect(journeys.map(({ status }) => status)).toEqual(['pass']);
  });

  it('and is missed where it is lost', async () => {
    expect(decisive(await verify(document, serverOf(false), 'create-read')).join()).toMatch(/ITEM_LOST/);
  });

  it('is made by PUT where that documents 201 and answers it: POST may make something within it', async () => {
    const paths = structuredClone(document.paths) as Record<string, Record<string, { responses: object }>>;
    const responses = { ...shows(variable), ...shows(variable, '201') };
    paths['/variables/{variablename}']!['put'] = { ...takes(object({ data: text }, ['data'])), responses };
    const { plans } = (await plan({ ...document, paths })).bundle;
    const made = plans.filter(({ kind }) => kind === 'create-read').map(({ steps }) => steps[0]?.method);
    expect(new Set(made)).toEqual(new Set(['PUT']));
  });

  it('is not made where POST on the collection makes one, or POST there answers 200', async () => {
    const paths = structuredClone(document.paths) as Record<string, Record<string, { responses: object }>>;
    paths['/variables/{variablename}']!['post']!.responses = { ...noBody, ...shows(variable) };
    const { plans } = (await plan({ ...document, paths })).bundle;
    expect(plans.filter(({ kind }) => kind === 'create-read')).toEqual([]);
  });
});

it.each([
  ['answers what the read there shows', 'User', ['create-read']],
  ['answers something else', 'Link', []],
])('beside a POST that makes several and tells no id, one at the path of the item that %s', async (_, made, kinds) => {
  const user = { $ref: '#/components/schemas/User' };
  const named = object({ name: text });
  const documented = spec(
    {
      '/users': {
        post: {
          ...takes(object({ names: { type: 'array', items: text } })),
          responses: shows({ type: 'array', items: user }, '201'),
        },
      },
      '/users/{name}': {
        parameters: [param('name')],
        post: { responses: shows({ $ref: `#/components/schemas/${made}` }, '201') },
        get: { responses: shows(user) },
        delete: { responses: noBody },
      },
    },
    { schemas: { User: named, Link: object({ url: text }) } },
  );
  const all = (await plan(documented)).bundle.plans.map(({ kind }) => kind);
  expect(all.filter((kind) => kind === 'create-read')).toEqual(kinds);
});
