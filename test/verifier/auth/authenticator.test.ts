import { expect, test } from 'vitest';
import { createAuthenticator } from '#verifier/auth/authenticator.ts';
import type { AuthType, PersonaBinding } from '#verifier/plan/plan.ts';
import { memorySend, type MemoryHandler } from '#verifier/transport/memory.ts';
import { TransportError, type WireRequest } from '#verifier/transport/send.ts';
import { json } from '#test/things-api.ts';

const persona = (authType: AuthType): PersonaBinding => ({
  name: 'admin',
  description: '',
  authType,
  envVar: 'AUTH_ADMIN',
});
const unreachable: MemoryHandler = () => {
  throw new Error('nothing may be sent');
};

function identify(authType: AuthType, value: unknown, handler: MemoryHandler = unreachable) {
  const env = value === undefined ? {} : { AUTH_ADMIN: typeof value === 'string' ? value : JSON.stringify(value) };
  const authenticate = createAuthenticator({ env, send: memorySend(handler), nowMs: () => 1000 });
  return authenticate(persona(authType));
}

/** A token endpoint that remembers what it was asked. */
function endpoint(answer: unknown = { access_token: 'tok-abc-123' }, status = 200) {
  const calls: WireRequest[] = [];
  const handler: MemoryHandler = (request) => {
    calls.push(request);
    return typeof answer === 'string' ? { status, headers: {}, body: answer } : json(status, answer);
  };
  return { calls, handler };
}

test('BEARER sends the token', async () => {
  expect(await identify('BEARER', { token: 'abc.def' })).toMatchObject({
    headers: { authorization: 'Bearer abc.def' },
  });
});

test('BEARER knows when a JWT expires', async () => {
  const token = `e30.${Buffer.from('{"exp":1700000000}').toString('base64url')}.sig`;
  expect(await identify('BEARER', { token })).toMatchObject({ expiresAtMs: 1_700_000_000_000 });
});

test('BASIC sends user and password in base64', async () => {
  const identity = await identify('BASIC', { username: 'ann', password: 'p:ä' });
  expect(identity).toMatchObject({ headers: { authorization: `Basic ${Buffer.from('ann:p:ä').toString('base64')}` } });
});

test('HEADER merges its map', async () => {
  const identity = await identify('HEADER', { headers: { 'X-Api-Key': 'k-12345', 'X-Tenant': 't1' } });
  expect(identity).toMatchObject({ headers: { 'x-api-key': 'k-12345', 'x-tenant': 't1' } });
});

test('NONE needs no variable and sends nothing', async () => {
  expect(await identify('NONE', undefined)).toMatchObject({ headers: {} });
});

test.each(['BEARER', 'BASIC', 'HEADER', 'HTTP_ENDPOINT'] as const)(
  '%s without its variable says so in the specified words',
  async (authType) => {
    const problem = "authenticator 'admin' not configured (check AUTH_CONFIG_admin env var)";
    expect(await identify(authType, undefined)).toEqual({ problem });
    expect(await identify(authType, '  ')).toEqual({ problem });
  },
);

test('JS without a sandbox is not pretended', async () => {
  expect(await identify('JS', {})).toEqual({ problem: expect.stringContaining('type JS') });
});

test.each([
  ['BEARER', '{"token": "s3cret'],
  ['BEARER', '["s3cret"]'],
  ['BEARER', { token: '' }],
  ['BEARER', { token: 's3cret\nX-Evil: 1' }],
  ['BEARER', { token: 5 }],
  ['BASIC', { username: 's3cret' }],
  ['HEADER', { headers: {} }],
  ['HEADER', { headers: { 'X Y': 's3cret' } }],
  ['HEADER', { headers: { 'x-key': 's3cret\r\n' } }],
  ['HTTP_ENDPOINT', { url: 's3cret' }],
  ['HTTP_ENDPOINT', { url: 'http://t.test', tokenPath: 5 }],
  ['HTTP_ENDPOINT', { url: 'http://t.test', headers: 's3cret' }],
] as const)('%s refuses %j and does not repeat it', async (authType, value) => {
  const identity = await identify(authType, value);
  expect(identity).toEqual({ problem: expect.stringContaining('AUTH_ADMIN') });
  expect(JSON.stringify(identity)).not.toContain('s3cret');
});

test('HTTP_ENDPOINT posts by default and uses access_token as a bearer', async () => {
  const { calls, handler } = endpoint();
  const identity = await identify('HTTP_ENDPOINT', { url: 'http://t.test/token' }, handler);
  expect(identity).toMatchObject({ headers: { authorization: 'Bearer tok-abc-123' } });
  expect(calls).toEqual([
    { method: 'POST', url: 'http://t.test/token', headers: { accept: 'application/json' }, timeoutMs: 30_000 },
  ]);
});

test.each([
  [
    'a form by its look',
    { body: 'grant_type=client_credentials&client_secret=x1234' },
    'application/x-www-form-urlencoded',
    'grant_type=client_credentials&client_secret=x1234',
  ],
  ['JSON by its look', { body: '{"user":"u"}' }, 'application/json', '{"user":"u"}'],
  ['an object as JSON', { body: { user: 'u' } }, 'application/json', '{"user":"u"}'],
  [
    'an object as a form where the header says so',
    { body: { user: 'u v' }, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    'application/x-www-form-urlencoded',
    'user=u+v',
  ],
])('HTTP_ENDPOINT sends %s', async (_name, config, contentType, body) => {
  const { calls, handler } = endpoint();
  await identify('HTTP_ENDPOINT', { url: 'http://t.test/token', ...config }, handler);
  expect(calls[0]?.headers['content-type']).toBe(contentType);
  expect(calls[0]?.body).toBe(body);
});

test('HTTP_ENDPOINT follows every field: method, Host, tokenPath, headerName, headerPrefix', async () => {
  const { calls, handler } = endpoint({ 'data.token': 'flat', expires_in: 60 });
  const config = {
    url: 'http://127.0.0.1/t',
    method: 'put',
    headers: { Host: 'auth.vhost' },
    tokenPath: 'data.token',
    headerName: 'X-Session',
    headerPrefix: '',
  };
  const identity = await identify('HTTP_ENDPOINT', config, handler);
  expect(identity).toMatchObject({ headers: { 'x-session': 'flat' }, expiresAtMs: 61_000 });
  expect(calls[0]).toMatchObject({ method: 'PUT', headers: { host: 'auth.vhost' } });
});

test.each([
  ['token endpoint returned status 401', endpoint({ error: 'no' }, 401)],
  ['token endpoint returned status 302', endpoint('', 302)],
  ["token field 'access_token' not found or empty in response", endpoint({ data: { access_token: 'nested' } })],
  ["token field 'access_token' not found or empty in response", endpoint({ access_token: '' })],
  ["token field 'access_token' not found or empty in response", endpoint({ access_token: 7 })],
  ["token field 'access_token' not found or empty in response", endpoint({})],
  ['token endpoint did not return JSON', endpoint('<html>')],
])('HTTP_ENDPOINT says: %s', async (problem, { calls, handler }) => {
  expect(await identify('HTTP_ENDPOINT', { url: 'http://t.test' }, handler)).toEqual({ problem });
  expect(calls).toHaveLength(1);
});

test('HTTP_ENDPOINT that does not answer is a problem of the persona, not of the runner', async () => {
  const failing =
    (failure: 'TIMEOUT' | 'REFUSED'): MemoryHandler =>
    () => {
      throw new TransportError(failure, 'x');
    };
  expect(await identify('HTTP_ENDPOINT', { url: 'http://t.test' }, failing('TIMEOUT'))).toEqual({
    problem: 'token endpoint did not answer within 30 seconds',
  });
  expect(await identify('HTTP_ENDPOINT', { url: 'http://t.test' }, failing('REFUSED'))).toEqual({
    problem: 'token endpoint could not be reached (REFUSED)',
  });
});

test('concurrent journeys share one call of the token endpoint, also a failed one', async () => {
  for (const status of [200, 500]) {
    const { calls, handler } = endpoint({ access_token: 'one-token' }, status);
    const env = { AUTH_ADMIN: '{"url":"http://t.test"}' };
    const authenticate = createAuthenticator({ env, send: memorySend(handler), nowMs: () => 0 });
    const identities = await Promise.all(Array.from({ length: 10 }, () => authenticate(persona('HTTP_ENDPOINT'))));
    await authenticate(persona('HTTP_ENDPOINT'));
    expect(new Set(identities).size).toBe(1);
    expect(calls).toHaveLength(1);
  }
});
