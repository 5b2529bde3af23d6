import { expect, test } from 'vitest';
import { createAuthenticator } from '#verifier/auth/authenticator.ts';
import { secretValues } from '#verifier/auth/header.ts';
import { jwtExpiryMs } from '#verifier/auth/jwt-expiry.ts';
import type { AuthType } from '#verifier/plan/plan.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import type { WireRequest } from '#verifier/transport/send.ts';
import { json } from '#test/things-api.ts';

const calls: WireRequest[] = [];

function identify(
  authType: AuthType,
  value: object,
  answer: object = { access_token: 'tok-made' },
  envVar = 'AUTH_ADMIN',
) {
  const send = memorySend((request) => {
    calls.push(request);
    return json(200, answer);
  });
  const env = { [envVar]: JSON.stringify(value) };
  return createAuthenticator({ env, send, nowMs: () => 1000 })({ name: 'admin', description: '', authType, envVar });
}

test('BEARER: header, shell and secret, whole', async () => {
  expect(await identify('BEARER', { token: 'tok-1234' })).toEqual({
    headers: { authorization: 'Bearer tok-1234' },
    shell: { Authorization: 'Bearer $(printenv AUTH_ADMIN | jq -r .token)' },
    secrets: ['tok-1234'],
  });
});

test('BEARER takes a token without JSON around it, and says so to the shell', async () => {
  const persona = { name: 'admin', description: '', authType: 'BEARER', envVar: 'AUTH_ADMIN' } as const;
  const asked = (text: string) =>
    createAuthenticator({ env: { AUTH_ADMIN: text }, send: memorySend(() => json(200, {})), nowMs: () => 0 })(persona);
  expect(await asked('eyJh.eyJz.c2ln\n')).toMatchObject({
    headers: { authorization: 'Bearer eyJh.eyJz.c2ln' },
    shell: { Authorization: 'Bearer $(printenv AUTH_ADMIN)' },
    secrets: ['eyJh.eyJz.c2ln'],
  });
  expect(await asked('two words')).toEqual({ problem: 'AUTH_ADMIN does not hold valid JSON' });
  expect(await asked('{"token":')).toEqual({ problem: 'AUTH_ADMIN does not hold valid JSON' });
});

test('BASIC: header, shell and secrets, whole', async () => {
  expect(await identify('BASIC', { username: 'ann', password: '' })).toEqual({
    headers: { authorization: `Basic ${Buffer.from('ann:').toString('base64')}` },
    shell: {
      Authorization: `Basic $(printenv AUTH_ADMIN | jq -j '.username+":"+.password' | base64 | tr -d '\\n')`,
    },
    secrets: ['ann', '', 'ann:'],
  });
  expect(await identify('BASIC', { password: 'p' })).toEqual({ problem: 'AUTH_ADMIN: "username" is missing or empty' });
  expect(await identify('BASIC', { username: 'ann', password: 5 })).toEqual({
    problem: 'AUTH_ADMIN: "password" is missing',
  });
});

test('HEADER: headers, shell and secrets, whole; what every request has is no secret', async () => {
  const headers = {
    'X-Key': 'Token abc-def',
    Accept: 'text/csv',
    'Content-Type': 'a/b',
    'User-Agent': 'me',
    Host: 'h',
  };
  const identity = await identify('HEADER', { headers: { ...headers, 'accept-language': 'de' } });
  expect(identity).toMatchObject({
    headers: { 'x-key': 'Token abc-def', accept: 'text/csv', 'accept-language': 'de' },
    shell: { 'X-Key': `$(printenv AUTH_ADMIN | jq -r '.headers["X-Key"]')` },
    secrets: ['Token abc-def', 'abc-def'],
  });
  expect(await identify('HEADER', {})).toEqual({ problem: 'AUTH_ADMIN: "headers" is missing or empty' });
  expect(await identify('HEADER', { headers: {} })).toEqual({ problem: 'AUTH_ADMIN: "headers" is missing or empty' });
});

test('of a header the part behind a scheme word is a secret of its own', () => {
  expect(secretValues([['x-a', 'Token abc def']])).toEqual(['Token abc def', 'abc def']);
  expect(secretValues([['x-a', 'abc']])).toEqual(['abc']);
  expect(secretValues([['x-a', '-x Token abc']])).toEqual(['-x Token abc']);
  expect(secretValues([['x-a', 'Token  abc']])).toEqual(['Token  abc']);
});

test('HTTP_ENDPOINT: header, shell, secrets and request, whole', async () => {
  calls.length = 0;
  const config = {
    url: 'http://id.test/token',
    method: 'patch',
    headers: { 'X-Client': 'Key client-77' },
    body: { grant_type: 'password', scope: 'all', audience: 'me', client_id: 'app', client_secret: 's3cret', tries: 5 },
  };
  expect(await identify('HTTP_ENDPOINT', config, { access_token: 'tok-made' }, 'AUTH.MY-ADMIN')).toEqual({
    headers: { authorization: 'Bearer tok-made' },
    shell: { Authorization: 'Bearer $AUTH_MY_ADMIN_TOKEN' },
    secrets: ['Key client-77', 'client-77', 's3cret', 'tok-made'],
  });
  expect(calls).toEqual([
    {
      method: 'PATCH',
      url: 'http://id.test/token',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-client': 'Key client-77' },
      body: JSON.stringify(config.body),
      timeoutMs: 30_000,
    },
  ]);
});

test.each([
  ['GET with a body', { method: 'get', body: 'a=b' }, undefined, undefined],
  ['a list', { body: ['a', 1] }, '["a",1]', 'application/json'],
  ['a number', { body: 5 }, '5', 'application/json'],
  ['null', { body: null }, undefined, undefined],
  [
    'a list as a form',
    { body: ['a'], headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    undefined,
    undefined,
  ],
  ['an object of another type', { body: { a: 1 }, headers: { 'content-type': 'text/x' } }, '{"a":1}', 'text/x'],
])('HTTP_ENDPOINT sends %s', async (_name, config, body, type) => {
  calls.length = 0;
  await identify('HTTP_ENDPOINT', { url: 'https://id.test', ...config });
  expect(calls[0]?.body).toBe(body);
  if (type !== undefined) expect(calls[0]?.headers['content-type']).toBe(type);
});

test('HTTP_ENDPOINT: secrets of a form are its members, not what is public', async () => {
  const identity = await identify('HTTP_ENDPOINT', { url: 'http://id.test', body: 'scope=all&client_secret=s3cret' });
  expect(identity).toMatchObject({ secrets: ['s3cret', 'tok-made'] });
});

test('a token says when it expires: by expires_in, else by itself, else not', async () => {
  const jwt = `e30.${Buffer.from('{"exp":1700000000}').toString('base64url')}.sig`;
  const url = 'http://id.test';
  expect(await identify('HTTP_ENDPOINT', { url }, { access_token: jwt, expires_in: 60 })).toMatchObject({
    expiresAtMs: 61_000,
  });
  expect(await identify('HTTP_ENDPOINT', { url }, { access_token: jwt })).toMatchObject({
    expiresAtMs: 1_700_000_000_000,
  });
  expect(await identify('HTTP_ENDPOINT', { url }, { access_token: 'plain', expires_in: '60' })).not.toHaveProperty(
    'expiresAtMs',
  );
});

test.each([
  ['plain', undefined],
  ['a.b', undefined],
  ['a.!!.c', undefined],
  ['a.bm8ganNvbg.c', undefined],
  [`e30.${Buffer.from('null').toString('base64url')}.s`, undefined],
  [`e30.${Buffer.from('{"exp":"soon"}').toString('base64url')}.s`, undefined],
  [`e30.${Buffer.from('{"exp":2}').toString('base64url')}.`, 2000],
  [`x e30.${Buffer.from('{"exp":2}').toString('base64url')}.s`, undefined],
  [`e30.${Buffer.from('{"exp":2}').toString('base64url')}.s x`, undefined],
])('%s expires at %s', (token, expiresAtMs) => {
  expect(jwtExpiryMs(token)).toBe(expiresAtMs);
});
