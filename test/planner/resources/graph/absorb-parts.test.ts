import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const user = object({ id: integer, name: text }, ['id', 'name']);
const preference = object({ theme: text }, ['theme']);
const documentWith = (path: string, name: string) =>
  spec({
    '/users': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(user, '201') } },
    '/users/{id}': item(user),
    [path]: {
      parameters: [param(name, integer)],
      get: { responses: { ...shows(preference), ...missing } },
      put: { ...takes(preference), responses: { ...noBody, ...missing } },
    },
  });

describe.each([
  ['beside the things that have it', '/preferences/{userId}', 'userId'],
  ['below them', '/users/{id}/preferences', 'id'],
])('what each thing has one of, %s', (_where, path, name) => {
  const document = documentWith(path, name);
  const server =
    (change: (routes: Routes, key: string) => void = () => undefined): MakeServer =>
    () => {
      const { items, routes } = store('/users', {});
      const preferences = new Map<string, Fields>();
      delete routes['GET /users'];
      const of = (id = '') => (items.has(id) ? (preferences.get(id) ?? { theme: 'plain' }) : undefined);
      routes[`GET ${path}`] = ({ params: [id] }) => (of(id) ? ok(of(id)) : notFound);
      routes[`PUT ${path}`] = ({ params: [id = ''], body }) => {
        if (!of(id)) return notFound;
        preferences.set(id, body);
        return { status: 204 };
      };
      change(routes, path);
      return routes;
    };

  it('is changed and shows the change', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ name: said }) => said)).toContain('A preference changed by PUT shows the change');
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('is lost where its write is not stored', async () => {
    const forgetful = server((routes) => (routes[`PUT ${path}`] = () => ({ status: 204 })));
    expect(decisive(await verify(document, forgetful))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE .*: A preference changed by PUT shows the change$/),
    ]);
  });

  it.each([
    ['in words of its own', { error: 'no preferences were made yet' }],
    ['in the words of the unknown', notFound.body],
    ['in the words of a missing route', { error: 'no such route' }],
  ])('need not be there: a server may say so, %s', async (_how, body) => {
    const without = server((routes) => {
      for (const method of ['GET', 'PUT']) routes[`${method} ${path}`] = () => ({ status: 404, body });
    });
    expect(decisive(await verify(document, without)).filter((one) => !one.includes('ROUTE_MISSING'))).toEqual([]);
  });

  it('is a missing method where its read shows it', async () => {
    const readOnly = server((routes) => (routes[`PUT ${path}`] = () => ({ status: 404, body: { error: 'nothing' } })));
    expect(decisive(await verify(document, readOnly))).toEqual([
      'FAIL_DECISIVE_ROUTE_MISSING METHOD_NOT_SERVED: A preference changed by PUT shows the change',
    ]);
  });
});

it('a key that nothing is called after, or of what is made below another thing, is no id of another', async () => {
  for (const [path, name] of [
    ['/preferences/{roomId}', 'roomId'],
    ['/teams/{teamId}/preferences/{userId}', 'userId'],
  ] as const) {
    const { bundle } = await plan(documentWith(path, name));
    expect(bundle.plans.filter(({ steps }) => steps.length > 1).map(({ subject }) => subject)).not.toContain(
      `PUT ${path}`,
    );
  }
});
