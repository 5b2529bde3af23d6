import { describe, expect, it } from 'vitest';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { type Answered, decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const missing = { '404': { description: 'none' } };
const thing = (fields: Record<string, object>) => ({
  ...takes(object({ title: text }, ['title'])),
  responses: shows(object({ id: integer, ...fields }, ['id']), '201'),
});
const membership = object({ userId: integer, role: text }, ['userId', 'role']);

/** PUT makes the membership of a user, who is made elsewhere, in a team. */
const teams = spec({
  '/users': { post: thing({}) },
  '/users/{id}': { parameters: [param('id', integer)], delete: { responses: noBody } },
  '/teams': { post: thing({}) },
  '/teams/{id}': { parameters: [param('id', integer)], delete: { responses: noBody } },
  '/teams/{teamId}/members': {
    parameters: [param('teamId', integer)],
    get: { responses: shows({ type: 'array', items: membership }) },
  },
  '/teams/{teamId}/members/{userId}': {
    parameters: [param('teamId', integer), param('userId', integer)],
    put: { ...takes(object({ role: text }, ['role'])), responses: { ...shows(membership), ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
});

/** `isKept`: a sound server stores memberships. */
function server(isKept: boolean): () => Routes {
  return () => {
    const users = new Set<string>();
    const members = new Map<string, Map<string, unknown>>();
    let serial = 0;
    const within = (team: string, answer: (inside: Map<string, unknown>) => Answered): Answered => {
      const inside = members.get(team);
      return inside ? answer(inside) : { status: 404, body: {} };
    };
    return {
      'POST /users': () => {
        users.add(String((serial += 1)));
        return { status: 201, body: { id: serial } };
      },
      'DELETE /users/:id': ({ params: [id = ''] }) => ({ status: users.delete(id) ? 204 : 404 }),
      'POST /teams': () => {
        members.set(String((serial += 1)), new Map());
        return { status: 201, body: { id: serial } };
      },
      'DELETE /teams/:id': ({ params: [id = ''] }) => ({ status: members.delete(id) ? 204 : 404 }),
      'GET /teams/:team/members': ({ params: [team = ''] }) =>
        within(team, (inside) => ({
          status: 200,
          body: [...inside].map(([user, role]) => ({ userId: Number(user), role })),
        })),
      'PUT /teams/:team/members/:user': ({ params: [team = '', user = ''], body }) =>
        within(team, (inside) => {
          if (!users.has(user)) return { status: 404, body: {} };
          if (isKept) inside.set(user, body['role']);
          return { status: 200, body: { userId: Number(user), role: body['role'] } };
        }),
      'DELETE /teams/:team/members/:user': ({ params: [team = '', user = ''] }) =>
        within(team, (inside) => ({ status: inside.delete(user) ? 204 : 404 })),
    };
  };
}

const kinds = ['create-echo', 'create-list', 'child-under-parent', 'delete-gone', 'update-read'] as const;

describe('what belongs to two things, and is known by the id of one of them', () => {
  it('is made of both, and passes on a sound server', async () => {
    const { plans, journeys, residue } = await verifyServer(teams, server(true), { kinds: [...kinds] });
    expect(new Set(plans.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(residue).toEqual([]);
  });

  it('accuses no server that lets in only some: the user is not there for this team', async () => {
    const closed = (): Routes => ({
      ...server(true)(),
      'PUT /teams/:team/members/:user': () => ({ status: 404, body: { error: 'no such user in this team' } }),
    });
    expect(decisive(await verifyServer(teams, closed, { kinds: [...kinds] }))).toEqual([]);
  });

  it('is found lost', async () => {
    const found = decisive(await verifyServer(teams, server(false), { kinds: [...kinds] }));
    expect(found).toContain('FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST');
  });
});

describe('what is made by POST with the id of another thing', () => {
  const { '/teams/{teamId}/members/{userId}': _put, ...others } = teams.paths as Record<string, object>;
  const posted = spec({
    ...others,
    '/teams/{teamId}/members': {
      ...others['/teams/{teamId}/members'],
      post: { ...takes(membership), responses: shows(membership, '201') },
    },
    '/teams/{teamId}/members/{userId}': {
      parameters: [param('teamId', integer), param('userId', integer)],
      delete: { responses: { ...noBody, ...missing } },
    },
  });
  /** A user is in a team once; `removed` = whom a removal takes away. */
  const teamsWith = (removed: (user: string, all: string[]) => string[]) => (): Routes => {
    const { 'PUT /teams/:team/members/:user': put, ...routes } = server(true)();
    const all = new Set<string>();
    return {
      ...routes,
      'POST /teams/:team/members': (asked) => {
        const user = String(asked.body['userId']);
        if (all.has(user)) return { status: 409, body: { error: 'a member already' } };
        all.add(user);
        return { ...put?.({ ...asked, params: [...asked.params, user] }), status: 201 };
      },
      'DELETE /teams/:team/members/:user': ({ params: [team = '', user = ''], ...asked }) => {
        const remove = routes['DELETE /teams/:team/members/:user'];
        for (const one of removed(user, [...all])) remove?.({ ...asked, params: [team, one] });
        return { status: all.delete(user) ? 204 : 404 };
      },
    };
  };
  const gone = { kinds: ['delete-gone' as const] };

  it('is made twice of two such things, so that one of both can be taken away', async () => {
    const { journeys } = await verifyServer(
      posted,
      teamsWith((user) => [user]),
      gone,
    );
    expect(journeys.map(({ name, status }) => [name, status])).toContainEqual([
      'Deleting a member removes no other member',
      'pass',
    ]);
    expect(journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
  });

  it('is found gone with the other one', async () => {
    const result = await verifyServer(
      posted,
      teamsWith((_, all) => all),
      gone,
    );
    expect(decisive(result)).toEqual(['FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST']);
  });
});
