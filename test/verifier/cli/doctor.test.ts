import { expect, test } from 'vitest';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import { TransportError, type TransportFailure } from '#verifier/transport/send.ts';
import { runCli } from '#test/cli-in-memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, list, plan, read } from '#test/things-plans.ts';

const PROBE = ['doctor', '--probe', '--base-url', 'http://api.test'];
const needing = plan('needing', [read({ params: { path: { id: { input: 'thingId' } }, query: {}, header: {} } })], {
  inputs: { thingId: { env: 'APITEST_PARAM_THING_ID', onMissing: 'skip' } },
});
const things = bundle([plan('create-list', [create(), list()])]);
const failing =
  (failure: TransportFailure): MemoryHandler =>
  () => {
    throw new TransportError(failure, 'detail');
  };
/** A JWT of nobody that expires 42 minutes after the clock of these tests. */
const expiring = `e30.${Buffer.from(`{"exp":${Date.parse('2026-01-01T00:42:30Z') / 1000}}`).toString('base64url')}.sig`;

test('doctor tells what each gap costs and how to mend it, without asking the network', async () => {
  const { stdout, exitCode } = await runCli(['doctor'], bundle([...things.plans, needing]), undefined, { env: {} });
  expect(exitCode).toBe(1);
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    `Personas   [error] admin  AUTH_ADMIN not set → 2 journeys INCONCLUSIVE_AUTH_REQUIRED   fix: export AUTH_ADMIN='{"token":"…"}'`,
    'Params     [warn]  APITEST_PARAM_THING_ID not set → 1 step skipped in 1 journey   fix: export APITEST_PARAM_THING_ID=…',
  ]);
});

test('--probe asks one safe read with its identity and tells when a credential expires, never its value', async () => {
  const asked: string[] = [];
  const api: MemoryHandler = ({ method, url, headers }) => {
    asked.push(`${method} ${url}`);
    return headers['authorization'] === `Bearer ${expiring}` ? json(200, { data: [] }) : json(401, {});
  };
  const env = { AUTH_ADMIN: JSON.stringify({ token: expiring }) };
  const { stdout, exitCode } = await runCli(PROBE, things, api, { env });
  expect([exitCode, asked]).toEqual([0, ['GET http://api.test/things']]);
  expect(stdout).toContain('Personas   [ok]    admin  AUTH_ADMIN (bearer, expires in 42 min)');
  expect(stdout).toContain('Target     [ok]    http://api.test: GET /things as admin → 200');
  expect(stdout).not.toContain(expiring);
});

test('--probe calls a token endpoint exactly once and shows its problem in the specified words', async () => {
  const personas = [{ ...things.personas[0]!, authType: 'HTTP_ENDPOINT' as const }];
  const env = { AUTH_ADMIN: '{"url":"http://id.test/token"}' };
  let calls = 0;
  const run = await runCli(
    [...PROBE, '--json'],
    { ...things, personas },
    (request) => {
      if (!request.url.startsWith('http://id.test')) return json(401, {});
      calls += 1;
      return json(500, {});
    },
    { env },
  );
  expect([run.exitCode, calls]).toEqual([1, 1]);
  expect(JSON.parse(run.stdout)).toMatchObject({
    ok: false,
    credentials: { AUTH_ADMIN: { ok: false, detail: 'token endpoint returned status 500' } },
    target: {
      url: 'http://api.test',
      ok: true,
      detail: 'GET /things → 401: the API answers, and requires an identity',
    },
  });
});

test.each([
  ['UNRESOLVED', /DNS/],
  ['REFUSED', /nothing accepts connections/],
  ['TLS_UNTRUSTED', /--cacert/],
  ['TIMEOUT', /10 seconds/],
  ['MALFORMED', /MALFORMED: detail/],
] as const)('--probe of a target that fails with %s says what to look at and is exit 1', async (failure, said) => {
  const { stdout, exitCode } = await runCli(PROBE, things, failing(failure));
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/Target +\[error\]/);
  expect(stdout).toMatch(said);
});

test.each([
  [200, 0],
  [401, 1],
  [500, 1],
])('--probe: a safe read answered %i with an identity is exit %i', async (status, exitCode) => {
  expect((await runCli(PROBE, things, () => json(status, {}))).exitCode).toBe(exitCode);
});

test('--probe sends nothing but GET', async () => {
  const api = thingsApi();
  await runCli(PROBE, bundle([plan('create-read', [create(), read()])]), api.handler);
  expect(api.log.map(({ method, url }) => [method, url])).toEqual([['GET', 'http://api.test']]);
});

test.each([
  ['no base URL', ['doctor', '--probe']],
  ['a base URL that is none', ['doctor', '--probe', '--base-url', 'api.test']],
  ['a flag of run', [...PROBE, '--all']],
  ['a base URL without --probe', ['doctor', '--base-url', 'http://api.test']],
])('doctor with %s is exit 2', async (_name, argv) => {
  expect((await runCli(argv, things)).exitCode).toBe(2);
});
