import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const role = object({ id: integer, name: text }, ['id', 'name']);
const detailed = object({ id: integer, name: text, size: integer });
const sent = takes(object({ name: text }, ['name']));
const documentOf = (shown: Record<string, unknown>) =>
  spec({
    '/tokens': {
      get: { responses: shows(object({ invites: { type: 'array', items: shown } }, ['invites'])) },
      post: {
        ...sent,
        responses: {
          '201': { ...shows(shown, '201')['201'], headers: { Location: { schema: text } } },
        },
      },
    },
    '/tokens/{token}': {
      parameters: [param('token')],
      get: { responses: { ...shows(shown), ...missing } },
      delete: { responses: { '204': { description: 'gone' }, ...missing } },
    },
  });
/** A token has no id: its address is all that tells it. What it gives is a role, which has one, and a name as well. */
const invites = documentOf(object({ secret: text, name: text, role }, ['secret', 'name', 'role']));

const server =
  (kept: Map<string, Fields>, isStored = true) =>
  (): ReturnType<MakeServer> => {
    let serial = 0;
    return {
      'GET /tokens': () => ok({ invites: [...kept.values()] }),
      'POST /tokens': ({ body }) => {
        const secret = `k${(serial += 1)}`;
        const made = { ...body, secret, role: { id: 3, name: 'Viewer' } };
        kept.set(secret, isStored ? made : { ...made, name: 'lost' });
        return { status: 201, body: made, headers: { location: `/tokens/${secret}` } };
      },
      'GET /tokens/{token}': ({ params: [secret = ''] }) => (kept.has(secret) ? ok(kept.get(secret)) : notFound),
      'DELETE /tokens/{token}': ({ params: [secret = ''] }) => (kept.delete(secret) ? { status: 204 } : notFound),
    };
  };

it('an object in a thing that has a name, too, is a part of it: what is there by its id is left alone', async () => {
  const kept = new Map<string, Fields>([['3', { secret: '3', name: 'theirs', role: { id: 3, name: 'Viewer' } }]]);
  expect(failures(await verify(invites, server(kept)))).toEqual([]);
  expect([...kept.keys()]).toEqual(['3']);
});

it('what is lost of the thing is told', async () => {
  expect(decisive(await verify(invites, server(new Map(), false)))).toContain(
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created token can be read back',
  );
});

it.each([
  ['is called after it', object({ name: text, token: role }, ['name', 'token'])],
  ['stands beside what speaks of the answer', object({ message: text, status: text, held: role }, ['held'])],
  ['is what a named operation came to', object({ name: text, done: text, verb: text, response: role }, ['response'])],
  ['holds more than what stands around it', object({ name: text, made: { ...role, ...detailed } }, ['name', 'made'])],
])('an object that %s is the thing', async (_, wrapped) => {
  const { bundle } = await plan(documentOf(wrapped));
  const [made] = bundle.plans.filter(({ kind }) => kind === 'create-read').flatMap(({ steps }) => steps);
  expect(Object.values(made?.captures ?? {})).toContainEqual({
    from: 'body',
    pointer: expect.stringMatching(/.\/id$/),
  });
});
