import { expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const named = object({ id: integer, name: text }, ['id', 'name']);
const makes = { ...takes(object({ name: text }, ['name'])), responses: shows(named, '201') };

it('a copy is not called what its original is called', async () => {
  const document = spec({
    '/flows': { post: makes },
    '/flows/{id}': item(named),
    '/flows/{id}/fork': { parameters: item(named).parameters, post: makes },
  });
  const server: MakeServer = () => {
    const { items, on, routes } = store('/flows', {});
    delete routes['GET /flows'];
    const isTaken = (name: unknown) => [...items.values()].some((one) => one['name'] === name);
    routes['POST /flows/{id}/fork'] = on((_, { name }) => {
      const free = isTaken(name) ? `${String(name)} (1)` : name;
      return { status: 201, body: { id: 1000, name: free } };
    });
    return routes;
  };
  const result = await verify(document, server);
  expect(result.journeys.map(({ name }) => name)).toContain('Creating a fork answers what was sent');
  expect(failures(result)).toEqual([]);
});

it('a name in several languages is another one in each, once it is taken', async () => {
  const inLanguages = { type: 'object', additionalProperties: text, example: { en: 'A room', de: 'Ein Raum' } };
  const room = object({ id: integer, name: inLanguages, seats: integer }, ['id', 'name', 'seats']);
  const document = spec({
    '/rooms': {
      post: {
        ...takes(object({ name: inLanguages, seats: integer }, ['name', 'seats'])),
        responses: shows(room, '201'),
      },
    },
    '/rooms/{id}': item(room),
  });
  const server: MakeServer = () => {
    const { items, routes } = store('/rooms', {});
    items.set('7', { id: 7, name: { en: 'A room', de: 'Ein Raum' }, seats: 4 });
    const create = routes['POST /rooms']!;
    const languagesOf = ({ name }: Fields) => Object.values(name as Fields);
    routes['POST /rooms'] = (asked) => {
      const others = [...items.values()].flatMap(languagesOf);
      const isTaken = languagesOf(asked.body).some((one) => others.includes(one));
      return isTaken ? { status: 400, body: { name: ['This name already exists.'] } } : create(asked);
    };
    delete routes['GET /rooms'];
    return routes;
  };
  expect(failures(await verify(document, server))).toEqual([]);
});

it('a list that shows the caller’s own is asked for the person whom a thing was made for', async () => {
  const grant = object({ id: integer, role_id: integer, user_id: integer }, ['id', 'role_id', 'user_id']);
  const asks = (name: string) => ({ name, in: 'query', schema: integer });
  const document = spec({
    '/roles': { post: makes },
    '/roles/{id}': item(named),
    '/users': { post: makes },
    '/users/{id}': item(named),
    '/grants': {
      post: {
        ...takes(object({ role_id: integer, user_id: integer }, ['role_id', 'user_id'])),
        responses: shows(grant, '201'),
      },
      get: {
        parameters: [asks('role_id'), asks('user_id')],
        responses: shows({ type: 'array', items: grant }),
      },
    },
    '/grants/{id}': item(grant),
  });
  const server: MakeServer = () => {
    const roles = store('/roles', {}).routes;
    const users = store('/users', {}, (serial) => serial + 100).routes;
    const { items, routes } = store('/grants', {});
    routes['GET /grants'] = ({ query }) => {
      const [user, role] = [query.get('user_id') ?? '1', query.get('role_id')];
      const isMeant = (one: Fields) => String(one['user_id']) === user && (!role || String(one['role_id']) === role);
      return ok([...items.values()].filter(isMeant));
    };
    for (const one of [roles, users]) for (const key of ['GET /roles', 'GET /users']) delete one[key];
    return { ...roles, ...users, ...routes };
  };
  const result = await verify(document, server);
  expect(result.journeys.map(({ name }) => name)).toContain('A created grant is in the list');
  expect(failures(result)).toEqual([]);
});
