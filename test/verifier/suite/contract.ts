import { expect, test } from 'vitest';
import type { Plan } from '#verifier/plan/plan.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { expectResultDocument } from '#test/result-schema.ts';
import { json } from '#test/things-api.ts';
import { bundle, create, ENV, list, plan, read, update } from '#test/things-plans.ts';
import type { VerifierRunner } from './runners.ts';
import { serveThings } from './servers.ts';

const two = bundle([plan('create-read', [create(), read()]), plan('create-list', [create(), list()])]);
const fromOutside = (persona: string, name = `outside as ${persona}`): Plan =>
  plan(name, [read({ persona, params: { path: { id: { input: 'thingId' } }, query: {}, header: {} }, assert: [] })], {
    inputs: { thingId: { env: 'APITEST_PARAM_THING_ID', onMissing: 'skip' } },
    personas: [persona],
  });
const personas = ['admin', 'read only'].map((name) => ({
  name,
  description: '',
  authType: 'BEARER' as const,
  envVar: `AUTH_${name.toUpperCase().replace(' ', '_')}`,
}));
const bothSet = { ...ENV, AUTH_READ_ONLY: ENV.AUTH_ADMIN };

/** The verifier binary contract of the specification (§4), its result document and its exit codes. */
export function testContract(open: () => VerifierRunner): void {
  const run = async (carried: typeof two, url: string, env: Record<string, string> = ENV, flags: string[] = []) => {
    const ended = await open().run(carried, ['run', '--all', '--base-url', url, '--json', ...flags], { env });
    const document = JSON.parse(ended.stdout) as ResultDocument;
    expectResultDocument(document);
    return { ...ended, document };
  };

  test('run --all --base-url --json writes one structured result and takes away what it created', async () => {
    const api = await serveThings();
    const { exitCode, document } = await run(two, api.url);
    expect([exitCode, document.summary]).toEqual([
      0,
      { total: 2, passed: 2, decisive: 0, inconclusive: 0, skipped: 0 },
    ]);
    expect([api.things.size, document.residue]).toEqual([0, []]);
  });

  test('the result names specHash, flowVersion and jepVersion, and each journey its id, name, status and steps', async () => {
    const { document } = await run(two, (await serveThings()).url);
    expect(document.metadata).toEqual({ specHash: two.specHash, flowVersion: '0', jepVersion: '1' });
    for (const [index, { id, name, status, steps }] of document.journeys.entries()) {
      const planned = two.plans[index];
      expect([id, name, status]).toEqual([planned?.journeyId, planned?.name, 'pass']);
      expect(steps.map(({ method, statusCode, passed }) => [method, statusCode, passed])).toEqual([
        ['POST', 201, true],
        ['GET', 200, true],
      ]);
      expect(steps.flatMap(({ assertions = [] }) => assertions).every(({ passed }) => passed)).toBe(true);
    }
  });

  test('a journey ends as pass, fail or skip, and details says why', async () => {
    const api = await serveThings({
      fault: (r) => (r.path.startsWith('/things/') && r.method === 'GET' ? json(500, {}) : undefined),
    });
    const carried = bundle([...two.plans, fromOutside('admin')]);
    const { exitCode, document } = await run(carried, api.url);
    expect(exitCode).toBe(1);
    expect(document.journeys.map(({ status, details }) => [status, details])).toEqual([
      ['fail', 'GET /things/{id} answered 500'],
      ['pass', undefined],
      ['skip', 'APITEST_PARAM_THING_ID is not set and GET /things/{id} needs it'],
    ]);
  });

  test('the step that fails ends its journey; later ones are told as not run', async () => {
    const api = await serveThings({ fault: (r) => (r.method === 'GET' ? json(500, {}) : undefined) });
    const { document } = await run(bundle([plan('three', [create(), read(), update()])]), api.url);
    expect(document.journeys[0]?.steps.map(({ passed, statusCode, error }) => [passed, statusCode, error])).toEqual([
      [true, 201, undefined],
      [false, 500, 'SERVER_ERROR: answered 500'],
      [null, 0, 'not run: step 1 ended the journey'],
    ]);
  });

  test('doctor lists every environment variable that the binary expects, and never a value', async () => {
    const carried = bundle([...two.plans, fromOutside('read only')], { personas });
    const env = { AUTH_ADMIN: '{"token":"tok-value-9"}' };
    const machine = await open().run(carried, ['doctor', '--json'], { env });
    expect(machine.exitCode).toBe(1);
    expect(JSON.parse(machine.stdout)).toMatchObject({
      ok: false,
      variables: [
        { name: 'AUTH_ADMIN', kind: 'persona', set: true },
        { name: 'AUTH_READ_ONLY', kind: 'persona', set: false, neededBy: { journeys: 1, steps: 1 } },
        { name: 'APITEST_PARAM_THING_ID', kind: 'param', set: false },
      ],
    });
    const people = await open().run(carried, ['doctor'], { env });
    expect(people.stdout).toMatch(/AUTH_READ_ONLY not set → 1 journey INCONCLUSIVE_AUTH_REQUIRED/);
    expect(machine.stdout + people.stdout + people.stderr).not.toContain('tok-value-9');
    const all = { ...bothSet, APITEST_PARAM_THING_ID: '1' };
    expect((await open().run(carried, ['doctor'], { env: all })).exitCode).toBe(0);
  });

  test('APITEST_PARAM_<NAME> fills a path parameter', async () => {
    const api = await serveThings();
    api.things.set(77, { id: 77, name: 'here', size: 1 });
    const env = { ...ENV, APITEST_PARAM_THING_ID: '77' };
    const { document } = await run(bundle([fromOutside('admin')]), api.url, env);
    expect([document.summary.passed, api.requests.map(({ url }) => url)]).toEqual([1, ['/things/77']]);
  });

  test('APITEST_PARAM_<NAME>__<PERSONA> wins for its persona', async () => {
    const api = await serveThings();
    for (const id of [77, 88]) api.things.set(id, { id, name: 'here', size: 1 });
    const carried = bundle([fromOutside('admin'), fromOutside('read only')], { personas });
    const env = { ...bothSet, APITEST_PARAM_THING_ID: '77', APITEST_PARAM_THING_ID__READ_ONLY: '88' };
    const { document } = await run(carried, api.url, env, ['--concurrency', '1']);
    expect([document.summary.passed, api.requests.map(({ url }) => url)]).toEqual([2, ['/things/77', '/things/88']]);
  });

  test('an unset variable skips what needs it, and the run completes', async () => {
    const api = await serveThings();
    const { exitCode, document } = await run(bundle([...two.plans, fromOutside('admin')]), api.url);
    expect([exitCode, document.summary]).toEqual([
      0,
      { total: 3, passed: 2, decisive: 0, inconclusive: 0, skipped: 1 },
    ]);
    expect((await run(bundle([fromOutside('admin')]), api.url, ENV, ['--fail-on', 'skip'])).exitCode).toBe(3);
  });

  test('failures of one cause keep one decisive verdict', async () => {
    const api = await serveThings({
      fault: (r) => (r.method === 'GET' && r.path !== '/things' ? json(500, {}) : undefined),
    });
    const carried = bundle([plan('first', [create(), read()]), plan('second', [create(), read()])]);
    const { document } = await run(carried, api.url);
    expect(document.journeys.map(({ reasonCode, causedBy }) => [reasonCode, causedBy])).toEqual([
      ['SERVER_ERROR', undefined],
      ['CAUSED_BY', carried.plans[0]?.journeyId],
    ]);
  });

  test('the same seed sends the same values', async () => {
    const sent = async (): Promise<unknown> => {
      const api = await serveThings();
      await run(two, api.url, ENV, ['--seed', '5', '--concurrency', '1']);
      return api.log.map(({ body }) => body);
    };
    expect(await sent()).toEqual(await sent());
  });

  test('a hundred journeys side by side keep their values apart', async () => {
    const api = await serveThings();
    const carried = bundle(Array.from({ length: 100 }, (_, index) => plan(`journey ${index}`, [create(), read()])));
    const { document } = await run(carried, api.url, ENV, ['--concurrency', '64']);
    expect([document.summary.passed, api.things.size]).toEqual([100, 0]);
    const names = api.log.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(new Set(names).size).toBe(100);
  });

  test('an interrupted run ends with 130 or 143, what it created taken away, and one document printed', async () => {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      let interrupt: (signal: 'SIGINT' | 'SIGTERM') => void = () => undefined;
      const api = await serveThings({
        fault: (r) => {
          if (r.method === 'GET') interrupt(signal);
          return undefined;
        },
      });
      const argv = ['run', '--all', '--base-url', api.url, '--json', '--concurrency', '1'];
      const ended = await open().run(two, argv, { env: ENV, onStart: (start) => (interrupt = start) });
      expect([ended.exitCode, api.things.size]).toEqual([code, 0]);
      expectResultDocument(JSON.parse(ended.stdout));
    }
  });
}
