import { expect, test } from 'vitest';

import { type Asked, decisive, failures, type Fields, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { ok } from '#test/small-store.ts';

test('a login answers who the caller is, not what was sent, and makes nothing', async () => {
  const user = object({ id: integer, name: text }, ['id', 'name']);
  const login = { post: { ...takes(object({ name: text }, ['name'])), responses: shows(user) } };
  const document = spec({ '/auth/local/login': login, '/teams': { ...login }, '/sign-in': login });
  const me = () => ok({ id: 1, name: 'admin' });
  const { bundle } = await plan(document);
  expect(bundle.plans.map(({ subject }) => subject)).toEqual(['POST /teams']);
  const routes = { 'POST /auth/local/login': me, 'POST /sign-in': me };
  expect(
    failures(await verify(document, () => ({ ...routes, 'POST /teams': ({ body }) => ok({ id: 1, ...body }) }))),
  ).toEqual([]);
});

const credentials = { email: text, password: text };
const known = object({ user: object({ email: text, token: text }, ['email', 'token']) }, ['user']);
const account = object({ id: integer, name: text }, ['id', 'name']);
const registering = (registered: object = shows(known, '201'), more: object = {}, refused: object = {}) =>
  spec({
    '/users': {
      post: {
        ...takes(object({ user: object({ ...credentials, name: text }, ['email', 'password', 'name']) }, ['user'])),
        responses: registered,
      },
    },
    '/users/login': {
      post: {
        ...takes(object({ user: object(credentials, ['email', 'password']) }, ['user'])),
        responses: { ...shows(known), ...refused },
      },
    },
    '/teams': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(account, '201') } },
    ...more,
  });
const signingIn = 'POST /users/login answers as documented';

/** `login` = how the one who was registered is answered; `undefined` = as is right. */
const accounts = (login?: Told) => () => {
  const users = new Map<string, Fields>();
  const answer = (user: Fields, status: number) => ({ status, body: { user: { email: user['email'], token: 't' } } });
  return {
    'POST /users': ({ body }: Asked) => {
      const user = body['user'] as Fields;
      users.set(String(user['email']), user);
      return answer(user, 201);
    },
    'POST /users/login': ({ body }: Asked) => {
      const { email, password } = body['user'] as Fields;
      const user = users.get(String(email));
      return user && user['password'] === password ? (login ?? answer(user, 200)) : { status: 401, body: {} };
    },
    'POST /teams': ({ body }: Asked) => ({ status: 201, body: { id: 1, ...body } }),
  };
};

test('who registers can sign in', async () => {
  const result = await verify(registering(), accounts());
  expect(result.journeys.map(({ name }) => name)).toContain(signingIn);
  expect(failures(result)).toEqual([]);
});

test.each([
  ['that is not served', { status: 404, body: { error: 'no such route' } }, 'ROUTE_MISSING ROUTE_NOT_SERVED'],
  ['that breaks down', { status: 500, body: {} }, 'CONTRACT SERVER_ERROR'],
  ['that names nobody', { status: 200, body: { user: { token: 't' } } }, 'CONTRACT SCHEMA'],
])('a sign-in %s is told', async (_, told, verdict) => {
  expect(decisive(await verify(registering(), accounts(told)))).toEqual([`FAIL_DECISIVE_${verdict}: ${signingIn}`]);
});

test.each([400, 401, 403, 422])('one who is refused with %i may not have been let in yet', async (status) => {
  const result = await verify(registering(), accounts({ status, body: { error: 'not confirmed' } }));
  expect(failures(result)).toHaveLength(1);
  expect(decisive(result)).toEqual([]);
});

test('nobody registers where that sends a mail', async () => {
  const confirm = { '/users/confirm': { post: { ...takes(object({ code: text }, ['code'])), responses: noBody } } };
  for (const document of [registering(noBody), registering(undefined, confirm)])
    expect((await plan(document)).bundle.plans.map(({ name }) => name)).not.toContain(signingIn);
});

const refusing = registering(undefined, {}, { '401': { description: 'Wrong email or password' } });
const refusal = 'POST /users/login refuses a wrong password';
/** Whom the login lets in. */
const letting = (isIn: (sent: Fields, user: Fields | undefined) => boolean) => () => {
  const users = new Map<string, Fields>();
  const routes = accounts()();
  return {
    ...routes,
    'POST /users': ({ body }: Asked) => {
      const user = body['user'] as Fields;
      users.set(String(user['email']), user);
      return { status: 201, body: { user: { email: user['email'], token: 't' } } };
    },
    'POST /users/login': ({ body }: Asked) => {
      const sent = body['user'] as Fields;
      return isIn(sent, users.get(String(sent['email'])))
        ? { status: 200, body: { user: { email: sent['email'], token: 't' } } }
        : { status: 401, body: {} };
    },
  };
};

test('a password that is not the user’s is refused', async () => {
  const result = await verify(
    refusing,
    letting((sent, user) => user?.['password'] === sent['password']),
  );
  expect(result.journeys.map(({ name }) => name)).toEqual(expect.arrayContaining([signingIn, refusal]));
  expect(failures(result)).toEqual([]);
});

test('a login that never looks at the password is told', async () => {
  const result = await verify(
    refusing,
    letting((_, user) => user !== undefined),
  );
  expect(decisive(result)).toEqual([`FAIL_DECISIVE_CONTRACT AUTHN_MISSING: ${refusal}`]);
});

/** Lets in whoever asks, and answers this. */
const answering = (told: Told) => () => ({ ...letting(() => true)(), 'POST /users/login': () => told });
const isLetIn = async (told: Told) =>
  decisive(await verify(refusing, answering(told))).some((one) => one.endsWith(`AUTHN_MISSING: ${refusal}`));
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

test.each<[string, Told]>([
  [
    'a code',
    { status: 200, body: { code: 500, msg: 'INVALID_CREDENTIALS', traceId: '0af7651916cd43dd8448eb211c80319c' } },
  ],
  ['a key of its text', { status: 200, body: { success: false, key: 'errors.invalid_credentials' } }],
  ['a captcha', { status: 200, body: { ok: false, captcha: { key: '0af7651916cd43dd8448eb211c80319c' } } }],
  ['no token', { status: 200, body: { token: null, error: 'wrong password' } }],
])('a refusal by %s of a 200 is one', async (_name, told) => {
  expect(await isLetIn(told)).toBe(false);
});

test.each<[string, Told]>([
  ['a token', { status: 200, body: { data: { accessToken: 'abc' } } }],
  ['a JWT', { status: 200, body: { access: jwt, refresh: jwt } }],
  ['a JWT alone', { status: 200, body: jwt }],
  ['a key', { status: 200, body: { key: '9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b' } }],
  ['a cookie', { status: 200, body: {}, headers: { 'set-cookie': 'sid=1' } }],
])('who is given %s is let in', async (_name, told) => {
  expect(await isLetIn(told)).toBe(true);
});

test('a sign-in by a cookie, whose answer is documented to hold nothing, refuses a wrong password, too', async () => {
  const cookie = registering(
    undefined,
    {},
    { '200': { description: 'Signed in' }, '401': { description: 'Wrong password' } },
  );
  const told: Told = { status: 200, headers: { 'set-cookie': 'sid=1' } };
  const result = await verify(cookie, answering(told));
  expect(decisive(result)).toContain(`FAIL_DECISIVE_CONTRACT AUTHN_MISSING: ${refusal}`);
});

test('it says what was let in', async () => {
  const { journeys } = await verify(
    refusing,
    letting((_, user) => user !== undefined),
  );
  expect(journeys.find(({ name }) => name === refusal)?.details).toBe(
    'POST /users/login answered 200 to a name and a password that belong to no user',
  );
});

test('where nobody registers, nobody is let in whom nobody knows', async () => {
  const login = {
    post: { ...takes(object(credentials, ['email', 'password'])), responses: { ...shows(known), '401': {} } },
  };
  const document = spec({
    '/session': login,
    '/teams': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(account, '201') } },
  });
  const served = (status: number) => () => ({
    'POST /session': () => ({ status, body: { user: { email: 'a@example.com', token: 't' } } }),
    'POST /teams': ({ body }: Asked) => ({ status: 201, body: { id: 1, ...body } }),
  });
  expect(failures(await verify(document, served(401)))).toEqual([]);
  expect(decisive(await verify(document, served(200)))).toEqual([
    'FAIL_DECISIVE_CONTRACT AUTHN_MISSING: POST /session refuses an unknown user',
  ]);
});
