import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createAuthenticator } from '#verifier/auth/authenticator.ts';
import type { Identity } from '#verifier/auth/identity.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { memorySend, type MemoryHandler } from '#verifier/transport/memory.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import { TransportError, type Send } from '#verifier/transport/send.ts';
import { runOne } from '#test/run-in-memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { create, plan, read } from '#test/things-plans.ts';

const persona: PersonaBinding = { name: 'admin', description: '', authType: 'HTTP_ENDPOINT', envVar: 'AUTH_ADMIN' };
const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

function identify(send: Send, config: object = {}): Promise<Identity> {
  const env = { AUTH_ADMIN: JSON.stringify({ url: 'http://id.test/token', ...config }) };
  return createAuthenticator({ env, send, nowMs: () => 0 })(persona);
}

const answering = (status: number, body: string, contentType = 'application/json'): Send =>
  memorySend(() => ({ status, headers: { 'content-type': contentType }, body }));
const NOT_FOUND = "token field 'access_token' not found or empty in response";

/** The three messages of the specification, to the byte. */
test.each([
  ['no variable', undefined, "authenticator 'admin' not configured (check AUTH_CONFIG_admin env var)"],
  ['a status that is no success', answering(503, '{}'), 'token endpoint returned status 503'],
  ['no token', answering(200, '{}'), NOT_FOUND],
])('the specified message for %s', async (_name, send, problem) => {
  const none = createAuthenticator({ env: {}, send: memorySend(() => json(200, {})), nowMs: () => 0 });
  expect(await (send === undefined ? none(persona) : identify(send))).toEqual({ problem });
});

test.each([
  [
    'HTML with 200',
    answering(200, '<html><body>Sign in</body></html>', 'text/html'),
    'token endpoint did not return JSON',
  ],
  ['nothing', answering(200, ''), 'token endpoint did not return JSON'],
  ['a JSON text', answering(200, '"tok-1234"'), 'token endpoint did not return JSON'],
  ['a JSON list', answering(200, '[{"access_token":"tok"}]'), 'token endpoint did not return JSON'],
  ['HTML with 500', answering(500, '<html>', 'text/html'), 'token endpoint returned status 500'],
  ['a redirect to a sign-in page', answering(302, ''), 'token endpoint returned status 302'],
  ['an empty token', answering(200, '{"access_token":""}'), NOT_FOUND],
  ['a null token', answering(200, '{"access_token":null}'), NOT_FOUND],
  ['a token in an object', answering(200, '{"access_token":{"value":"t"}}'), NOT_FOUND],
  ['an inherited name', answering(200, '{"__proto__":{"access_token":"tok"}}'), NOT_FOUND],
  ['a token that injects a header', answering(200, '{"access_token":"tok\\r\\nx-evil: 1"}'), NOT_FOUND],
])('a token endpoint that answers %s', async (_name, send, problem) => {
  expect(await identify(send)).toEqual({ problem });
});

test('an address that begins with / stands below the base URL', async () => {
  const asked: string[] = [];
  const send = memorySend(({ url }) => {
    asked.push(url);
    return json(200, { access_token: 'tok-1234' });
  });
  const env = { AUTH_ADMIN: '{"url":"/auth/login"}' };
  const baseUrl = 'http://api.test/v1';
  const identity = await createAuthenticator({ env, baseUrl, send, nowMs: () => 0 })(persona);
  expect([identity, asked]).toMatchObject([
    { headers: { authorization: 'Bearer tok-1234' } },
    [`${baseUrl}/auth/login`],
  ]);
});

test('a nested tokenPath is looked up flat, never walked', async () => {
  const nested = answering(200, '{"data":{"token":"tok-1234"}}');
  expect(await identify(nested, { tokenPath: 'data.token' })).toEqual({
    problem: "token field 'data.token' not found or empty in response",
  });
  expect(await identify(answering(200, '{"toString":1}'), { tokenPath: 'toString' })).toEqual({
    problem: "token field 'toString' not found or empty in response",
  });
});

test.each([
  ['headerName', { headerName: 'x-token\r\nx-evil' }],
  ['headerName with a space', { headerName: 'x token' }],
  ['headerPrefix', { headerPrefix: 'Bearer\r\nx-evil: ' }],
  ['a header name', { headers: { 'x-a\r\nx-evil': '1' } }],
  ['a header value', { headers: { 'x-a': '1\r\nx-evil: 1' } }],
  ['the method', { method: 'POST / HTTP/1.1\r\nx-evil: 1' }],
])('header injection through %s is refused before anything is sent', async (_name, config) => {
  const never = memorySend(() => {
    throw new Error('nothing may be sent');
  });
  const identity = await identify(never, config);
  expect(identity).toEqual({ problem: expect.stringMatching(/^AUTH_ADMIN: [^\r\n]*$/) });
});

test('a token endpoint that never answers is given up after exactly 30 seconds', async () => {
  let asked = 0;
  const silent: MemoryHandler = ({ timeoutMs }) => {
    asked = timeoutMs;
    throw new TransportError('TIMEOUT', `no answer within ${timeoutMs} ms`);
  };
  expect(await identify(memorySend(silent))).toEqual({ problem: 'token endpoint did not answer within 30 seconds' });
  expect(asked).toBe(30_000);
});

test('a redirect of a real token endpoint is not followed: credentials go nowhere else', async () => {
  const visited: string[] = [];
  const listener: RequestListener = (request, response) => {
    visited.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = nodeTransport();
  open.push(transport.close, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  expect(await identify(transport.send, { url, body: 'client_secret=x1234' })).toEqual({
    problem: 'token endpoint returned status 307',
  });
  expect(visited).toEqual(['/token']);
});

test('what is wrong with a token endpoint is CREDENTIAL_UNAVAILABLE in the same words', async () => {
  const api = thingsApi();
  const handler: MemoryHandler = (request) =>
    request.url === 'http://id.test/token' ? json(500, {}) : api.handler(request);
  const journey = await runOne(plan('tokens', [create(), read()]), handler, {
    bundle: { personas: [persona] },
    env: { AUTH_ADMIN: '{"url":"http://id.test/token"}' },
  });
  expect([journey.verdict, journey.reasonCode]).toEqual(['INCONCLUSIVE_AUTH_REQUIRED', 'CREDENTIAL_UNAVAILABLE']);
  expect(journey.details).toContain('token endpoint returned status 500');
  expect(api.log).toEqual([]);
});
