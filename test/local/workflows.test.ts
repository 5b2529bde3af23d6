import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBuild, type Task } from '#contract/tasks.ts';
import { mintScope } from '#domain/access/scope.ts';
import { TaskError } from '#domain/task-failure.ts';
import { loadMachines } from '../../local/workflows/load-machines.ts';
import { LocalWorkflows, type RunTask } from '../../local/workflows/local-workflows.ts';

const scope = mintScope.tenant('11111111-1111-4111-8111-111111111111');
const task = (state: string): Task => ({ ...startBuild, name: state, state });
const caught = { ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Fail' };
const definition = {
  StartAt: 'First',
  States: {
    First: { Type: 'Task', Resource: '${FirstFunctionArn}', Next: 'Second', Catch: [caught] },
    Second: { Type: 'Task', Resource: '${SecondFunctionArn}', End: true, Catch: [caught] },
    Fail: { Type: 'Task', Resource: '${FailFunctionArn}', End: true },
  },
};
const tasks = ['First', 'Second', 'Fail'].map(task);
/** Files are written durably, which takes seconds where the disk is busy. */
const patience = { timeout: 30_000 };
let folder: string;
let failures: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflows-'));
  writeFileSync(join(folder, 'build-verifier.asl.json'), JSON.stringify(definition));
  failures = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const machines = (known = tasks) => loadMachines(pathToFileURL(`${folder}/`), known);
const workflows = (runTask: RunTask) =>
  new LocalWorkflows({
    folder: join(folder, 'executions'),
    machines: machines(),
    runTask,
    reportFailure: (name, error) => failures.push(`${name}: ${(error as Error).message}`),
  });
const filesIn = (state: string) => readdirSync(join(folder, 'executions', state));

describe('loading', () => {
  it('refuses a state without a task and a task without a state', () => {
    expect(() => machines(tasks.slice(1))).toThrow('states without a task [First]');
    expect(() => machines([...tasks, task('Third')])).toThrow('tasks without a state [Third]');
    expect(machines()).toHaveLength(1);
  });

  it.each([
    ['a state of another type', { First: { Type: 'Parallel', Branches: [] } }, 'First: Type Parallel'],
    ['another field', { First: { Type: 'Task', InputPath: '$.a' } }, 'First: InputPath'],
    ['another path', { First: { Type: 'Wait', Seconds: 1, ResultPath: '$[0]' } }, 'First: path $[0]'],
    ['an intrinsic function', { First: { Type: 'Task', Parameters: { 'a.$': 'States.UUID()' } } }, 'States.UUID()'],
    [
      'another error of the language',
      { First: { Type: 'Task', Retry: [{ ErrorEquals: ['States.Permissions'] }] } },
      'States.Permissions',
    ],
  ])('refuses %s, which it would not interpret', (_what, States, named) => {
    writeFileSync(join(folder, 'build-verifier.asl.json'), JSON.stringify({ StartAt: 'First', States }));
    expect(() => machines()).toThrow(named);
  });
});

describe('an execution', () => {
  it('runs the steps in the order of the file, each with what the one before answered', async () => {
    const seen: unknown[] = [];
    const running = workflows(async ({ name }, state) => {
      seen.push([name, state]);
      return { ...(state as object), [name]: true };
    });
    await running.starterOf('build-verifier').start(scope, 'one', { buildId: 'b' });
    await vi.waitFor(() => expect(filesIn('ended')).toHaveLength(1), patience);
    expect(seen).toEqual([
      ['First', { buildId: 'b' }],
      ['Second', { buildId: 'b', First: true }],
    ]);
    expect(filesIn('running')).toEqual([]);
  });

  it('hands a step’s error to the machine by its name', async () => {
    const run = vi.fn<RunTask>(async ({ name }, state) => {
      if (name === 'First') throw new TaskError('NO_EXECUTABLE_PLANS', 'nothing to run');
      return state as Record<string, unknown>;
    });
    await workflows(run).starterOf('build-verifier').start(scope, 'one', {});
    await vi.waitFor(() => expect(filesIn('ended')).toHaveLength(1), patience);
    const last = run.mock.lastCall!;
    expect([last[0].name, last[1]]).toEqual([
      'Fail',
      { failure: { Error: 'NO_EXECUTABLE_PLANS', Cause: 'nothing to run' } },
    ]);
    expect(failures).toEqual([]);
  });

  it('starts once under one name, also after it ended and in a later process', async () => {
    const run = vi.fn<RunTask>(async () => ({}));
    const first = workflows(run);
    await Promise.all([first, first].map((each) => each.starterOf('build-verifier').start(scope, 'one', {})));
    await vi.waitFor(() => expect(filesIn('ended')).toHaveLength(1), patience);
    await first.starterOf('build-verifier').start(scope, 'one', {});
    await workflows(run).starterOf('build-verifier').start(scope, 'one', {});
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('that a killed process left unfinished starts over in the next', async () => {
    const killed = workflows(() => new Promise(() => {}));
    await killed.starterOf('build-verifier').start(scope, 'one', { buildId: 'b' });
    const run = vi.fn<RunTask>(async (_task, state) => state as Record<string, unknown>);
    await workflows(run).resume();
    await vi.waitFor(() => expect(filesIn('ended')).toHaveLength(1), patience);
    expect(run.mock.calls.map(([{ name }, state]) => [name, state])).toEqual([
      ['First', { buildId: 'b' }],
      ['Second', { buildId: 'b' }],
    ]);
  });

  it('stays unfinished where the disk refuses what its next start has to write', async () => {
    await workflows(() => new Promise(() => {}))
      .starterOf('build-verifier')
      .start(scope, 'one', { buildId: 'b' });
    const notices = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const nearlyFull = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 1, bsize: 4096 } as fs.StatsFs);
    syncBuiltinESMExports();
    const run = vi.fn<RunTask>(async () => ({}));
    try {
      await workflows(run).resume();
      expect(notices).toHaveBeenCalledWith(expect.stringContaining('less than 64 MB free'));
    } finally {
      nearlyFull.mockRestore();
      syncBuiltinESMExports();
      notices.mockRestore();
    }
    expect([filesIn('running').length, filesIn('ended'), run.mock.calls]).toEqual([1, [], []]);
  });

  it('that two processes left unfinished is ended as broken by the third', async () => {
    const never: RunTask = () => new Promise(() => {});
    await workflows(never).starterOf('build-verifier').start(scope, 'one', { buildId: 'b' });
    await workflows(never).resume();
    const run = vi.fn<RunTask>(async () => ({}));
    await workflows(run).resume();
    await vi.waitFor(() => expect(filesIn('ended')).toHaveLength(1), patience);
    const failure = { Error: 'Interrupted', Cause: 'Two processes ended while it ran.' };
    expect(run.mock.calls.map(([{ name }, state]) => [name, state])).toEqual([['Fail', { buildId: 'b', failure }]]);
  });

  it('that ended without having done its work is begun again where that is asked for', async () => {
    const run = vi.fn<RunTask>(async () => ({}));
    const running = workflows(run);
    const starter = running.starterOf('build-verifier');
    expect(await starter.start(scope, 'one', {})).toBe(true);
    // Its file is there a moment before it may be begun again.
    await running.close(patience.timeout);
    expect(await starter.start(scope, 'one', {})).toBe(false);
    expect(await starter.start(scope, 'one', {}, 'again')).toBe(true);
    await running.close(patience.timeout);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('that fails outside of its machine is reported', async () => {
    const running = workflows(() => Promise.reject(new Error('broken')));
    await running.starterOf('build-verifier').start(scope, 'one', {});
    await running.close(patience.timeout);
    expect(failures).toEqual([expect.stringContaining('broken')]);
  });

  it('that fails while the service stops stays unfinished', async () => {
    const gate = Promise.withResolvers<never>();
    const running = workflows(() => gate.promise);
    await running.starterOf('build-verifier').start(scope, 'one', {});
    const closed = running.close(5000);
    gate.reject(new Error('the table is closed'));
    await closed;
    expect(filesIn('running')).toHaveLength(1);
  });
});
