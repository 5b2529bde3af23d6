import { describe, expect, it } from 'vitest';

import { failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const project = object({ id: integer, title: text }, ['id', 'title']);
const sent = object({ name: text, project_id: integer });
const view = object({ id: integer, name: text, project_id: integer });
const document = spec({
  '/projects': {
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(project, '201') },
    get: { responses: shows({ type: 'array', items: project }) },
  },
  '/projects/{project_id}': {
    parameters: [param('project_id', integer)],
    get: { responses: { ...shows(project), ...missing } },
    delete: { responses: { '204': { description: 'gone' } } },
  },
  '/projects/{project_id}/views': {
    parameters: [param('project_id', integer)],
    post: { ...takes(sent), responses: shows(view, '201') },
    get: { responses: shows({ type: 'array', items: view }) },
  },
  '/projects/{project_id}/views/{id}': {
    ...item(view),
    parameters: [param('project_id', integer), param('id', integer)],
    put: { ...takes(sent), responses: shows(view) },
  },
});

/** `asks` = a write must say in its body, too, whose view it is; otherwise it must not. */
const server = (asks: boolean) => (): ReturnType<MakeServer> => {
  const views = new Map<string, Record<string, unknown>>();
  const { routes } = store('/projects', {});
  const refused = { status: 400, body: { error: 'project in body and URL must be the same' } };
  const isRight = (body: Record<string, unknown>, above = '') =>
    asks ? body['project_id'] === Number(above) : body['project_id'] === undefined;
  const of = (above = '') => [...views.values()].filter((one) => one['project_id'] === Number(above));
  return {
    ...routes,
    'POST /projects/{p}/views': ({ params: [above], body }) => {
      if (!isRight(body, above)) return refused;
      const made = { ...body, id: views.size + 1, project_id: Number(above) };
      views.set(`${above}/${made.id}`, made);
      return { status: 201, body: made };
    },
    'GET /projects/{p}/views': ({ params: [above] }) => ok(of(above)),
    'GET /projects/{p}/views/{id}': ({ params }) => {
      const found = views.get(params.join('/'));
      return found ? ok(found) : { status: 404, body: { error: 'no such view' } };
    },
    'PUT /projects/{p}/views/{id}': ({ params, body }) => {
      const found = views.get(params.join('/'));
      if (!found) return { status: 404, body: { error: 'no such view' } };
      if (!isRight(body, params[0])) return refused;
      return ok(Object.assign(found, body));
    },
    'DELETE /projects/{p}/views/{id}': ({ params }) =>
      views.delete(params.join('/')) ? { status: 204 } : { status: 404, body: { error: 'no such view' } },
  };
};

describe('a member of a body that is called like a parameter of the path', () => {
  it('is sent with what the path names where a create or an update asks for it', async () => {
    const kinds = (await plan(document)).bundle.plans.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['create-read', 'update-read', 'child-under-parent', 'delete-gone']));
    expect(failures(await verify(document, server(true)))).toEqual([]);
  });

  it('is not sent otherwise', async () => {
    expect(failures(await verify(document, server(false)))).toEqual([]);
  });
});

it('what takes ids alone and knows conflicts is made once for each of what they name', async () => {
  const course = object({ id: integer, title: text }, ['id', 'title']);
  const enrollment = object({ id: integer, course_id: integer }, ['id', 'course_id']);
  const conflict = { '409': { description: 'enrolled already' } };
  const size = { name: 'limit', in: 'query', schema: { ...integer, default: 20 } };
  const offset = { name: 'offset', in: 'query', schema: { ...integer, default: 0 } };
  const enrollments = spec({
    '/courses': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(course, '201') } },
    '/courses/{id}': item(course),
    '/enrollments': {
      post: {
        ...takes(object({ course_id: integer }, ['course_id'])),
        responses: { ...shows(enrollment, '201'), ...conflict },
      },
      get: { parameters: [size, offset], responses: shows({ type: 'array', items: enrollment }) },
    },
    '/enrollments/{id}': item(enrollment),
  });
  const once: MakeServer = () => {
    const [courses, { items, routes }] = [store('/courses', {}), store('/enrollments', {})];
    const enroll = routes['POST /enrollments'] ?? (() => ok({}));
    routes['POST /enrollments'] = (asked) =>
      [...items.values()].some((one) => one['course_id'] === asked.body['course_id'])
        ? { status: 409, body: { detail: 'Already enrolled' } }
        : enroll(asked);
    routes['GET /enrollments'] = ({ query }) => {
      const from = Number(query.get('offset') ?? 0);
      return ok([...items.values()].slice(from, from + Number(query.get('limit') ?? 20)));
    };
    return { ...courses.routes, ...routes };
  };
  expect((await plan(enrollments)).bundle.plans.map(({ kind }) => kind)).toContain('pagination');
  expect(failures(await verify(enrollments, once))).toEqual([]);
});
