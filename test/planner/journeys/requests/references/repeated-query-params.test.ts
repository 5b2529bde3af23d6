import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { decisive, failures, plan, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const inQuery = (name: string) => ({ name, in: 'query', required: true, schema: text });
const shown = object({ id: integer, name: text, user_id: text }, ['id', 'name']);

/** Nobody else's sessions are found: each call names whose they are. The create takes that, and its schema can do without. */
const document = spec({
  '/sessions': {
    post: { ...takes(object({ name: text, user_id: text })), responses: shows(shown) },
    get: { parameters: [inQuery('user_id')], responses: shows({ type: 'array', items: shown }) },
  },
  '/sessions/{session_id}': {
    parameters: [param('session_id', integer), inQuery('user_id')],
    get: { responses: { ...shows(shown), ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
});

const server: MakeServer = () => {
  const items = new Map<string, Fields>();
  let serial = 0;
  const seen = (id = '', user: string | null) => {
    const found = items.get(id);
    return found?.['user_id'] === user ? found : undefined;
  };
  return {
    'POST /sessions': ({ body }) => {
      const made = { user_id: null, ...body, id: (serial += 1) };
      items.set(String(made.id), made);
      return ok(made);
    },
    'GET /sessions': ({ query }) => ok([...items.values()].filter((one) => one['user_id'] === query.get('user_id'))),
    'GET /sessions/{session_id}': ({ params: [id], query }) => {
      const found = seen(id, query.get('user_id'));
      return found ? ok(found) : notFound;
    },
    'DELETE /sessions/{session_id}': ({ params: [id = ''], query }) =>
      seen(id, query.get('user_id')) && items.delete(id) ? { status: 204 } : notFound,
  };
};

it('what later calls must name in their query is sent when the thing is made, and named as it was sent', async () => {
  const { bundle } = await plan(document);
  expect(bundle.plans.map(({ kind }) => kind)).toContain('delete-gone');
  expect(failures(await verify(document, server))).toEqual([]);
});

const uuid = { type: 'string', format: 'uuid' };
const project = object({ id: uuid, name: text }, ['id', 'name']);
const artifact = object({ id: uuid, name: text, project_id: uuid }, ['id', 'name']);
const ofProject = { name: 'project_id', in: 'query', required: true, schema: uuid };

const below = spec({
  '/projects': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(project, '201') } },
  '/projects/{project_id}': {
    parameters: [param('project_id', uuid)],
    get: { responses: { ...shows(project), ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
  '/artifacts': {
    parameters: [ofProject],
    post: { ...takes(object({ name: text }, ['name'])), responses: shows(artifact, '201') },
    get: { responses: shows({ type: 'array', items: artifact }) },
  },
  '/artifacts/{artifact_id}': {
    parameters: [param('artifact_id', uuid)],
    get: { responses: { ...shows(artifact), ...missing } },
    put: { ...takes(object({ name: text }, ['name'])), responses: shows(artifact) },
    delete: { responses: { ...noBody, ...missing } },
  },
});

/** Makes artifacts of whatever project, and breaks where one that nobody made is changed. */
const projects: MakeServer = () => {
  const kept = { projects: new Map<string, Fields>(), artifacts: new Map<string, Fields>() };
  const make = (items: Map<string, Fields>, fields: Fields) => {
    const made = { ...fields, id: randomUUID() };
    items.set(made.id, made);
    return { status: 201, body: made };
  };
  const show = (items: Map<string, Fields>, [id = '']: string[]) => (items.has(id) ? ok(items.get(id)) : notFound);
  const remove = (items: Map<string, Fields>, [id = '']: string[]) => (items.delete(id) ? { status: 204 } : notFound);
  return {
    'POST /projects': ({ body }) => make(kept.projects, body),
    'GET /projects/{project_id}': ({ params }) => show(kept.projects, params),
    'DELETE /projects/{project_id}': ({ params }) => remove(kept.projects, params),
    'POST /artifacts': ({ body, query }) => make(kept.artifacts, { ...body, project_id: query.get('project_id') }),
    'GET /artifacts': ({ query }) =>
      ok([...kept.artifacts.values()].filter((one) => one['project_id'] === query.get('project_id'))),
    'GET /artifacts/{artifact_id}': ({ params }) => show(kept.artifacts, params),
    'PUT /artifacts/{artifact_id}': ({ params: [id = ''], body }) => {
      const found = kept.artifacts.get(id);
      if (!found) return notFound;
      if (!kept.projects.has(String(found['project_id']))) return { status: 500, body: {} };
      return ok(Object.assign(found, { name: body['name'] }));
    },
    'DELETE /artifacts/{artifact_id}': ({ params }) => remove(kept.artifacts, params),
  };
};

it('what a query must name is made first, where something makes it, and its list is asked for the same', async () => {
  const { bundle } = await plan(below);
  const kinds = bundle.plans.filter(({ operations }) => operations.includes('GET /artifacts')).map(({ kind }) => kind);
  expect(kinds).toContain('create-list');
  expect(failures(await verify(below, projects))).toEqual([]);
});

it('what is called an identifier is one of its own for each thing that is made', async () => {
  const chart = object({ identifier: { ...text, example: 'NZ615' }, name: text }, ['identifier']);
  const created = { ...takes(chart), responses: shows(object({ id: text }, ['id']), '201') };
  const { bundle } = await plan(
    spec({
      '/charts': { post: created },
      '/charts/{id}': { parameters: [param('id')], get: { responses: { ...shows(chart), ...missing } } },
    }),
  );
  const [made] = bundle.plans.find(({ kind }) => kind === 'create-read')?.steps ?? [];
  expect(made?.body?.value).toMatchObject({ object: { identifier: { unique: { stem: 'nz615' } } } });
});

const numbered = (name: string) => ({ ...inQuery(name), schema: integer });
const named = object({ id: integer, name: text }, ['id', 'name']);
const things = (path: string, query: object, own: object = { name: text }) => ({
  [path]: {
    post: { ...takes(object(own as never, ['name'])), responses: shows(named, '201') },
    get: { parameters: [query], responses: shows({ type: 'array', items: named }) },
  },
  [`${path}/{id}`]: item(named),
});
const teams = {
  '/teams': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(named, '201') } },
  '/teams/{id}': item(named),
};

it('a list is not asked for a thing that nothing links the item to', async () => {
  const members = spec({ ...teams, ...things('/users', numbered('team_id')) });
  const unlinked: MakeServer = () => ({
    ...store('/teams', {}).routes,
    ...store('/users', {}).routes,
    'GET /users': () => ok([]),
  });
  const { bundle, dropped } = await plan(members);
  expect(bundle.plans.map(({ name }) => name)).toContain('A created user can be read back');
  expect(dropped.map(({ detail }) => detail).join()).toContain('nothing says which one a new user belongs to');
  expect(decisive(await verify(members, unlinked))).toEqual([]);
});

it('whose a thing is, the server says where its list alone asks for it', async () => {
  const notes = spec(things('/notes', inQuery('user_id'), { name: text, user_id: text }));
  const own: MakeServer = () => {
    const { routes } = store('/notes', {});
    const other = { status: 403, body: { error: 'not you' } };
    return {
      ...routes,
      'POST /notes': (asked) => (asked.body['user_id'] === undefined ? routes['POST /notes']?.(asked) : other) ?? other,
      'GET /notes': () => other,
    };
  };
  const { journeys } = await verify(notes, own);
  expect(journeys.find(({ name }) => name === 'A created note can be read back')?.status).toBe('pass');
});

it('two items differ in what a list must be asked for', async () => {
  const shelf = things('/books', inQuery('category'), { name: text, category: text });
  const book = object({ id: integer, name: text, category: text }, ['id', 'name']);
  const books = spec(
    JSON.parse(JSON.stringify(shelf).replaceAll(JSON.stringify(named), JSON.stringify(book))) as never,
  );
  const ignoring: MakeServer = () => store('/books', {}).routes;
  expect(decisive(await verify(books, ignoring)).join()).toContain('NOT_FILTERED');
});

it('what could not be made leaves nothing behind', async () => {
  const ofCategory = object({ id: integer, name: text, category_id: integer }, ['id', 'name', 'category_id']);
  const secret = { type: 'string', pattern: '^(?=a)b(?<!c)$' };
  const { bundle, dropped } = await plan(
    spec({
      '/categories': { get: { responses: shows({ type: 'array', items: named }) } },
      '/projects': {
        post: {
          ...takes(object({ category_id: integer, secret }, ['category_id', 'secret'])),
          responses: shows(named, '201'),
        },
      },
      '/projects/{id}': item(named),
      '/things': {
        post: {
          ...takes(object({ name: text, category_id: integer }, ['name', 'category_id'])),
          responses: shows(ofCategory, '201'),
        },
        get: { parameters: [numbered('project_id')], responses: shows({ type: 'array', items: ofCategory }) },
      },
      '/things/{id}': item(ofCategory),
    }),
  );
  expect(bundle.plans.map(({ name }) => name)).toContain('A created thing is in the list');
  expect(dropped.map(({ detail }) => detail).join()).not.toContain('nothing before it produces');
});
