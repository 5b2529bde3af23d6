import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERIFIER_VERSION } from '#verifier/cli/version.ts';
import { CorruptPlanSlot, decodePlanSlot, encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import { TransportError } from '#verifier/transport/send.ts';
import { runCli } from '#test/cli-in-memory.ts';
import { expectResultDocument } from '#test/result-schema.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, ENV, list, plan, read } from '#test/things-plans.ts';

const createRead = plan('create-read', [create(), read()]);
const createList = plan('create-list', [create(), list()]);
const both = bundle([createRead, createList]);
const RUN = ['run', '--all', '--base-url', 'http://api.test'];
const broken = () => thingsApi((r) => (r.method === 'GET' && r.path !== '/things' ? json(500, {}) : undefined)).handler;
const dead = (): never => {
  throw new TransportError('REFUSED', 'connection refused');
};

test.each([
  [0, [], thingsApi().handler, {}],
  [1, [], broken(), {}],
  [3, [], thingsApi().handler, { env: {} }],
  [3, ['--fail-on', 'decisive'], thingsApi().handler, { env: {} }],
  [4, [], dead, {}],
] as const)('exit %i prints one document that says so', async (exitCode, flags, handler, more) => {
  const run = await runCli([...RUN, '--json', ...flags], both, handler, more);
  expect(run.exitCode).toBe(exitCode);
  const document = JSON.parse(run.stdout);
  expectResultDocument(document);
  expect(document.exitCode).toBe(exitCode);
  expect(run.stderr).not.toBe('');
});

test.each([
  ['no command', []],
  ['an unknown command', ['verify']],
  ['an unknown flag', [...RUN, '--retries', '3']],
  ['an unknown short flag', [...RUN, '-x']],
  ['neither --all nor --journey', ['run', '--base-url', 'http://api.test']],
  ['both --all and --journey', [...RUN, '--journey', createRead.journeyId]],
  ['no base URL', ['run', '--all']],
  ['a base URL that is none', ['run', '--all', '--base-url', 'api.test']],
  ['an unknown journey', ['run', '--journey', 'x', '--base-url', 'http://api.test']],
  ['an unknown persona', [...RUN, '--persona', 'nobody']],
  ['a reporter that is not there', [...RUN, '--reporter', 'teamcity']],
  ['two documents on stdout', [...RUN, '--reporter', 'junit', '--reporter', 'sarif']],
  ['a junit mapping that is not there', [...RUN, '--junit-inconclusive', 'never']],
  ['a reporter without its path', [...RUN, '--reporter', 'json=']],
  ['a concurrency of none', [...RUN, '--concurrency', '0']],
  ['a seed that is no number', [...RUN, '--seed', '1e3']],
  ['a timeout of none', [...RUN, '--timeout', '0']],
  ['a fail-on that is not there', [...RUN, '--fail-on', 'never']],
  ['a flag of another command', ['doctor', '--seed', '1']],
])('%s is exit 2 with one error document, and nothing is sent', async (_name, argv) => {
  const run = await runCli([...argv, '--json'], both);
  expect(run.exitCode).toBe(2);
  expectResultDocument(JSON.parse(run.stdout));
  const quiet = await runCli(argv, both);
  expect([quiet.exitCode, quiet.stdout]).toEqual([2, '']);
  expect(quiet.stderr).not.toBe('');
});

test('a bundle without plans is NO_EXECUTABLE_PLANS', async () => {
  const run = await runCli([...RUN, '--json'], bundle([]));
  const document = JSON.parse(run.stdout);
  expectResultDocument(document);
  expect([run.exitCode, document]).toEqual([
    2,
    expect.objectContaining({ reason: 'NO_EXECUTABLE_PLANS', journeys: [], dropped: [] }),
  ]);
});

test.each([
  ['empty', '__DEZYCRO_PLAN_SLOT__'],
  ['not base64', `${'0'.repeat(64)}:%%%`],
  ['damaged', encodePlanSlot(both).replace(/.{8}$/, 'AAAAAAA=')],
  ['of another plan', encodePlanSlot(both).replace(/^.{64}/, 'f'.repeat(64))],
])('a slot that is %s is exit 5 with one error document', async (_name, slot) => {
  expect(() => decodePlanSlot(slot)).toThrow(CorruptPlanSlot);
  for (const argv of [RUN, ['doctor'], ['plan', 'show']]) {
    const run = await runCli([...argv, '--json'], () => decodePlanSlot(slot));
    expect(run.exitCode).toBe(5);
    expectResultDocument(JSON.parse(run.stdout));
  }
});

test('a stamped slot gives the bundle back, the same bytes each time', () => {
  expect(decodePlanSlot(encodePlanSlot(both))).toEqual(both);
  expect(encodePlanSlot(both)).toBe(encodePlanSlot(structuredClone(both)));
});

test('only the named journeys run', async () => {
  const run = await runCli(
    ['run', '--journey', createList.journeyId, '--base-url', 'http://api.test', '--json'],
    both,
    thingsApi().handler,
  );
  expect(JSON.parse(run.stdout).journeys.map(({ name }: { name: string }) => name)).toEqual(['create-list']);
});

test('the first line tells the target and what is ready, the last line the counts; each cause stands between, once', async () => {
  const run = await runCli([...RUN, '--seed', '1'], both, broken());
  const lines = run.stdout.trimEnd().split('\n');
  expect(lines[0]).toBe('Things at http://api.test · spec sha256:aaaaaaaaaaaa · personas ready 1/1 · params ready 0/0');
  expect(lines.at(-1)).toMatch(
    /^1 passed · 1 failed \(CONTRACT\) · 0 undecided · 0 not run · nothing left behind · \d+\.\d s$/,
  );
  expect(lines.filter((line) => line.includes('SERVER_ERROR'))).toHaveLength(1);
  const [, again = ''] = /again {5}dezycro-verify (.*)/.exec(run.stdout) ?? [];
  const repeated = await runCli([...again.split(' '), '--json'], both, broken());
  expect(JSON.parse(repeated.stdout).journeys).toMatchObject([
    { id: createRead.journeyId, reasonCode: 'SERVER_ERROR' },
  ]);
  expect(run.stdout).toMatch(/why .*\n *evidence .*\n(.*\n)* *request {3}curl/);
  expect(run.stdout).toContain('printenv AUTH_ADMIN');
  expect(run.stderr).toBe('');
});

test('where runs are kept, a failure names the command that prints its script', async () => {
  const run = await runCli([...RUN, '--seed', '1'], both, broken(), { env: { ...ENV, HOME: '/home/me' } });
  expect(run.stdout).toMatch(/ {2}reproduce dezycro replay [\da-f-]+ > repro\.sh && sh repro\.sh\n/);
  const [[path, text] = ['', '']] = [...run.files];
  expect(path).toMatch(/^\/home\/me\/\.local\/state\/dezycro\/runs\/[0-9a-f]{16}\.json$/);
  expect(JSON.parse(text).journeys).toMatchObject([{ id: createRead.journeyId, name: 'create-read' }]);
});

test('a green run is two lines', async () => {
  const { exitCode, stdout } = await runCli(RUN, both, thingsApi().handler);
  expect([exitCode, stdout.trimEnd().split('\n').length]).toEqual([0, 2]);
});

test('an API that does not answer is three lines, and says what to look at', async () => {
  const down = (): never => {
    throw new TransportError('REFUSED', 'ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9');
  };
  const { exitCode, stdout } = await runCli(RUN, both, down);
  const lines = stdout.trimEnd().split('\n');
  expect([exitCode, lines.length]).toEqual([4, 3]);
  expect(lines[1]).toMatch(
    /^Nothing answers at http:\/\/api\.test \(.*ECONNREFUSED.*\)\. Is the API up, and is --base-url right\?$/,
  );
});

test('a journey is found by the beginning of its id and by its name; a beginning of several is refused', async () => {
  const run = (named: string) =>
    runCli(['run', '--journey', named, '--base-url', 'http://api.test', '--json'], both, thingsApi().handler);
  const { journeyId, name } = createList;
  for (const named of [journeyId.slice(0, -1), name])
    expect(JSON.parse((await run(named)).stdout).journeys).toMatchObject([{ id: journeyId }]);
  const { exitCode, stdout } = await run('');
  expect([exitCode, JSON.parse(stdout).error]).toEqual([
    2,
    expect.objectContaining({ code: 'UNKNOWN_JOURNEY', message: expect.stringMatching(/^2 journeys/) }),
  ]);
});

test('colours and the live line need a terminal, and NO_COLOR turns colours off', async () => {
  const escape = '\u001B[3';
  const shown = async (more: object) => (await runCli(RUN, both, broken(), more)).stdout;
  expect(await shown({})).not.toContain('\u001B');
  expect(await shown({ stdoutIsTerminal: true })).toContain(escape);
  const plain = await shown({
    stdoutIsTerminal: true,
    env: { AUTH_ADMIN: '{"token":"tok-admin-1234"}', NO_COLOR: '1' },
  });
  expect(plain).not.toContain(escape);
  expect(plain).toContain('2/2 journeys');
});

test('an API cannot drive the terminal', async () => {
  const evil = thingsApi((r, next) =>
    r.method === 'GET' ? json(200, { id: 1, name: '\u001B]0;owned\u0007' }) : next(),
  ).handler;
  const { stdout } = await runCli(RUN, both, evil);
  expect(stdout).toContain('owned');
  expect(stdout).not.toContain('\u001B');
  expect(stdout).not.toContain('\u0007');
});

test('reports go to files, and one that cannot be written changes no exit code', async () => {
  const run = await runCli(
    [...RUN, '--reporter', 'json=out.json', '--reporter', 'tty=out.txt'],
    both,
    thingsApi().handler,
  );
  expectResultDocument(JSON.parse(run.files.get('out.json') ?? ''));
  expect(run.files.get('out.txt')).toContain('2 passed');
  const writeFile = (): never => {
    throw new Error('disk full');
  };
  const full = await runCli([...RUN, '--reporter', 'json=out.json'], both, thingsApi().handler, { writeFile });
  expect([full.exitCode, full.stderr]).toEqual([0, expect.stringContaining('disk full')]);
});

test('a signal ends the run with its code, teardown done and one document printed', async () => {
  let interrupt: (exitCode: 130 | 143) => void = () => undefined;
  const api = thingsApi((r) => {
    if (r.method === 'POST') interrupt(143);
    return undefined;
  });
  const onSignal = (stop: typeof interrupt) => {
    interrupt = stop;
    return () => undefined;
  };
  const delayed = async (r: Parameters<typeof api.handler>[0]) => api.handler(r);
  const run = await runCli([...RUN, '--json', '--concurrency', '1'], both, delayed, { onSignal });
  expect(run.exitCode).toBe(143);
  expectResultDocument(JSON.parse(run.stdout));
});

test('doctor tells each variable and what its absence costs, never a value', async () => {
  const needing = plan('needing', [read({ params: { path: { id: { input: 'thingId' } }, query: {}, header: {} } })], {
    inputs: { thingId: { env: 'APITEST_PARAM_THING_ID', onMissing: 'skip' } },
  });
  const carried = bundle([createRead, needing]);
  const gaps = await runCli(['doctor', '--json'], carried, undefined, { env: { BUN_OPTIONS: 'x' } });
  expect(gaps.exitCode).toBe(1);
  expect(JSON.parse(gaps.stdout)).toMatchObject({
    ok: false,
    variables: [
      { name: 'AUTH_ADMIN', kind: 'persona', set: false, neededBy: { journeys: 2, steps: 3 } },
      { name: 'APITEST_PARAM_THING_ID', kind: 'param', set: false, neededBy: { journeys: 1, steps: 1 } },
    ],
    notes: [expect.stringContaining('BUN_OPTIONS')],
  });
  const env = { AUTH_ADMIN: '{"token":"tok-admin-1234"}', APITEST_PARAM_THING_ID__ADMIN: 'value-77' };
  for (const argv of [['doctor'], ['doctor', '--json']]) {
    const fine = await runCli(argv, carried, undefined, { env });
    expect(fine.exitCode).toBe(0);
    expect(fine.stdout).not.toMatch(/tok-admin|value-77/);
  }
});

test('plan show lists the journeys, version and help need no plan', async () => {
  expect((await runCli(['plan', 'show'], both)).stdout).toContain(createRead.journeyId);
  expect(JSON.parse((await runCli(['plan', 'show', '--json'], both)).stdout).plans).toEqual(both.plans);
  const none = (): never => {
    throw new CorruptPlanSlot('empty');
  };
  expect(JSON.parse((await runCli(['version', '--json'], none)).stdout)).toEqual({
    version: VERIFIER_VERSION,
    jepVersion: '1',
  });
  expect(await runCli(['--help'], none)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('--base-url') });
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(VERIFIER_VERSION).toBe(version);
});
