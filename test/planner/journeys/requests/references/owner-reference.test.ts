import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, store } from '#test/small-store.ts';

const service = object({ id: integer, title: text }, ['id', 'title']);
const verification = object({ id: integer, channel: text }, ['id', 'channel']);
const check = object({ valid: { type: 'boolean' } }, ['valid']);
const of = [param('id', integer)];
const made = (sent: object, shown: Record<string, unknown>) => ({
  parameters: of,
  post: { ...takes(object({ ...sent }, ['code'])), responses: { ...shows(shown, '201'), ...missing } },
});
const document = spec({
  '/services': {
    get: { responses: shows({ type: 'array', items: service }) },
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(service, '201') },
  },
  '/services/{id}': item(service),
  '/services/{id}/verifications': {
    parameters: of,
    post: {
      ...takes(object({ channel: text }, ['channel'])),
      responses: { ...shows(verification, '201'), ...missing },
    },
  },
  '/services/{id}/verification-proof': made({ code: text, verificationId: integer }, check),
  '/services/{id}/spot-proof': made({ code: text, verificationId: integer }, check),
});

const server =
  (checked: Told): MakeServer =>
  () => {
    const { on, routes } = store('/services', {});
    const verifications = new Set<unknown>();
    return {
      ...routes,
      'POST /services/{id}/verifications': on((_one, body) => {
        verifications.add(verifications.size + 1);
        return { status: 201, body: { ...body, id: verifications.size } };
      }),
      'POST /services/{id}/verification-proof': on((_one, { verificationId }) =>
        verifications.has(verificationId) ? checked : notFound,
      ),
    };
  };

describe('what is called after another thing and can name it', () => {
  it('is called once that was made, with its id', async () => {
    const { bundle } = await plan(document);
    const [called] = bundle.plans.filter(({ subject }) => subject === 'POST /services/{id}/verification-proof');
    expect(called?.steps.map(({ method, path }) => `${method} ${path}`).slice(-2)).toEqual([
      'POST /services/{id}/verifications',
      'POST /services/{id}/verification-proof',
    ]);
    const [capture = ''] = Object.keys(called?.steps.at(-2)?.captures ?? {});
    expect(called?.steps.at(-1)?.body?.value).toMatchObject({ object: { verificationId: { capture } } });
  });

  it('is not where it is called otherwise', async () => {
    const { bundle } = await plan(document);
    const below = bundle.plans.filter(({ kind }) => kind === 'call-below');
    expect(below.map(({ subject }) => subject).sort()).toEqual(['POST /services/{id}/verification-proof']);
  });

  it('is judged by its contract', async () => {
    expect(failures(await verify(document, server({ status: 201, body: { valid: false } })))).toEqual([]);
    const wrong = decisive(await verify(document, server({ status: 201, body: { valid: 'no' } })));
    expect(wrong.join()).toContain('SCHEMA: POST /services/{id}/verification-proof answers');
  });

  it.each<[string, Told]>([
    ['the code is wrong', { status: 422, body: { error: 'wrong code' } }],
    ['that is over', { status: 404, body: { error: 'no such verification' } }],
    ['it was asked too often', { status: 429, body: { error: 'too many checks' } }],
    ['it cannot be checked any more', { status: 409, body: { error: 'is approved' } }],
  ])('is no fault where it is refused: %s', async (_why, told) => {
    expect(decisive(await verify(document, server(told)))).toEqual([]);
  });
});

it.each([true, false])('what shows whose it is may be told that by the server alone (read: %s)', async (isRead) => {
  const token = object({ id: integer, label: text, userId: integer }, ['id', 'label']);
  const user = object({ id: integer, name: text }, ['id', 'name']);
  const tokens = spec({
    '/users': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(user, '201') } },
    '/users/{id}': item(user),
    '/user-tokens': {
      post: { ...takes(object({ label: text, userId: integer }, ['label'])), responses: shows(token, '201') },
    },
    ...(isRead && { '/user-tokens/{id}': item(token) }),
  });
  const ofCaller: MakeServer = () => {
    const { routes } = store('/user-tokens', {});
    const post = routes['POST /user-tokens'];
    routes['POST /user-tokens'] = (asked) => post?.({ ...asked, body: { ...asked.body, userId: 999 } }) ?? notFound;
    return { ...store('/users', {}).routes, ...routes };
  };
  expect(failures(await verify(tokens, ofCaller))).toEqual([]);
});
