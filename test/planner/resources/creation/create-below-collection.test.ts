import { describe, expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const group = { $ref: '#/components/schemas/Group' };
/** What makes a group answers nothing and stands below the groups; PUT is there for those that are known. */
const document = spec(
  {
    '/groups': { get: { responses: shows({ type: 'array', items: group }) } },
    '/groups/create': { post: { ...takes(group), responses: noBody } },
    '/groups/{id}': {
      parameters: [param('id')],
      get: { responses: { ...shows(group), ...missing } },
      put: { ...takes(group), responses: { ...noBody, ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  },
  { schemas: { Group: object({ id: text, name: text, rules: { type: 'object' } }) } },
);

const server: MakeServer = () => {
  const groups = new Map<string, Fields>();
  return {
    'GET /groups': () => ok([...groups.values()]),
    'POST /groups/create': ({ body }) => {
      groups.set(String(body['id']), body);
      return { status: 204 };
    },
    'GET /groups/{id}': ({ params: [id = ''] }) => (groups.has(id) ? ok(groups.get(id)) : notFound),
    'PUT /groups/{id}': ({ params: [id = ''], body }) => {
      if (!groups.has(id)) return notFound;
      groups.set(id, body);
      return { status: 204 };
    },
    'DELETE /groups/{id}': ({ params: [id = ''] }) => (groups.delete(id) ? { status: 204 } : notFound),
  };
};

describe('a create below its collection that answers nothing', () => {
  it('makes what it is sent, and the PUT of an item that may not be there makes none', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['create-read', 'create-list', 'update-read', 'delete-gone']),
    );
    const makes = bundle.plans.filter(({ kind }) => kind === 'create-read').flatMap(({ steps }) => steps);
    expect(makes.map(({ method }) => method)).not.toContain('PUT');
    expect(failures(await verify(document, server))).toEqual([]);
  });
});
