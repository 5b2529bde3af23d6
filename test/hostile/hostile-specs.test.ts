import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiRefused } from '../../clients/api/api-errors.ts';
import { type Call, callerOf } from '../../clients/api/call-api.ts';
import { publishSpec } from '../../clients/api/publish-spec.ts';
import { createFeature } from '#contract/endpoints/features.ts';
import { createProject } from '#contract/endpoints/projects.ts';
import { getBuild } from '#contract/endpoints/builds.ts';
import { startLocalService, type LocalServiceProcess } from '../support/local-service.ts';
import { corpus, type HostileSpec } from './specs/corpus.ts';
import { childrenOf, type Cost, watch } from './specs/measure.ts';

/** Of one spec at one door; on a busy machine the smaller of wall time and CPU time is judged. */
const LIMITS = { seconds: 5, megabytes: 512 };
const isFull = process.env['FULL_SIZE'] === '1';
/** Some of each kind, for the run without FULL_SIZE. */
const chosen = isFull ? corpus : corpus.filter(({ name }) => /minItems 1,000|allOf fan-out/.test(name));
const main = fileURLToPath(new URL('../../clients/cli/main.ts', import.meta.url));
const driver = fileURLToPath(new URL('specs/plan-confined.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hostile-specs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ending = Cost & { outcome: string; seconds: number };
const matrix: Record<string, Record<string, Ending>> = {};

/** How a process ends with the spec as its file; `outcomeOf` reads what it printed. */
const inProcess = async (args: string[], outcomeOf: (code: number | null, said: string) => string): Promise<Ending> => {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], HOME: folder }, cwd: folder });
  const watched = watch(child.pid!);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-20_000)));
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - startedMs) / 1000;
  return { outcome: outcomeOf(code, said), seconds, ...watched.stop() };
};

const byCli = (file: string): Promise<Ending> =>
  inProcess([main, 'plan', '--spec', file], (code, said) => {
    const refused = /^(SPEC_INVALID|SPEC_TOO_COMPLEX|NO_EXECUTABLE_PLANS):/m.exec(said)?.[1];
    if (code === 0) return 'planned';
    if (code === 2 && !/^ +at /m.test(said)) return 'refused';
    return refused ?? `FAULT: exit ${code}, ${said.slice(-300)}`;
  });

const byPlanner = (file: string): Promise<Ending> =>
  inProcess([driver, file], (code, said) => (code === 0 ? said.trim() : `FAULT: exit ${code}, ${said.slice(-300)}`));

let service: LocalServiceProcess;
let call: Call;
let projectPath: { workspaceId: string; projectId: string };

const byService = async (text: string): Promise<Ending> => {
  const feature = await call(createFeature, { path: projectPath, body: { name: `f${performance.now()}` } });
  const path = { ...projectPath, featureId: feature.id };
  const startedMs = performance.now();
  const watched = watch(service.pid);
  const outcome = await publishAndBuild(path, text);
  return { outcome, seconds: (performance.now() - startedMs) / 1000, ...watched.stop() };
};

const publishAndBuild = async (path: typeof projectPath & { featureId: string }, text: string): Promise<string> => {
  try {
    const { buildId } = await publishSpec(call, path, text, { envProvidedParams: [] });
    for (;;) {
      const build = await call(getBuild, { path: { ...path, buildId } });
      if (build.state === 'READY') return 'READY';
      if (build.state === 'FAILED') return build.reason === 'BUILD_BROKEN' ? 'FAULT: BUILD_BROKEN' : build.reason!;
      await wait(50);
    }
  } catch (error) {
    if (error instanceof ApiRefused && error.status < 500) return `${error.status} ${error.code}`;
    return `FAULT: ${(error as Error).message}`;
  }
};

const faultsOf = ({ outcome, seconds, cpuSeconds, peakMegabytes }: Ending): string[] => [
  ...(outcome.startsWith('FAULT') ? [outcome] : []),
  ...(Math.min(seconds, cpuSeconds) > LIMITS.seconds
    ? [`${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} CPU s`]
    : []),
  ...(peakMegabytes > LIMITS.megabytes ? [`${peakMegabytes.toFixed(0)} MB`] : []),
];

describe('hostile specs', () => {
  beforeAll(async () => {
    service = await startLocalService(join(folder, 'data'), ['--tier', 'ENTERPRISE']);
    const { token, workspaceId } = service.credentials;
    call = callerOf({ url: service.origin, token });
    const { id } = await call(createProject, { path: { workspaceId }, body: { name: 'Hostile' } });
    projectPath = { workspaceId, projectId: id };
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    if (isFull) print();
  });

  test('there are 83 of them', () => {
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(83);
  });

  test.each(chosen)('$name', async ({ name, make }: HostileSpec) => {
    const text = make();
    const file = join(folder, 'spec.yaml');
    writeFileSync(file, text);
    const row = { plan: await byCli(file), planner: await byPlanner(file), service: await byService(text) };
    matrix[name] = row;
    expect(
      Object.entries(row).flatMap(([door, ending]) => faultsOf(ending).map((fault) => `${door}: ${fault}`)),
    ).toEqual([]);
  });

  test('SIGTERM ends a command that plans a hostile spec, and the process that it started, within 2 s', async () => {
    const { make } = corpus.find(({ name }) => name === 'members fan-out 4^20')!;
    const file = join(folder, 'long.json');
    writeFileSync(file, make());
    const child = spawn(process.execPath, [main, 'plan', '--spec', file], { stdio: 'ignore' });
    const inner = await untilChild(child.pid!);
    const startedMs = performance.now();
    child.kill('SIGTERM');
    await once(child, 'close');
    await untilGone(inner);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

const untilChild = async (pid: number): Promise<number> => {
  for (;;) {
    const [child] = childrenOf(pid);
    if (child !== undefined) return child;
    await wait(10);
  }
};

/** A process that has ended stays a zombie until the system collects it, which may take seconds. */
const untilGone = async (pid: number): Promise<void> => {
  while (!isGone(pid)) await wait(10);
};

const isGone = (pid: number): boolean => {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};

const print = (): void => {
  const cell = ({ outcome, seconds, cpuSeconds, peakMegabytes }: Ending): string =>
    `${outcome} (${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} CPU s, ${peakMegabytes.toFixed(0)} MB)`;
  const lines = Object.entries(matrix).map(
    ([name, row]) => `| ${name} | ${Object.values(row).map(cell).join(' | ')} |`,
  );
  const held = Object.values(matrix).filter((row) => Object.values(row).every((each) => faultsOf(each).length === 0));
  console.log(
    [
      '| spec | dezycro plan | planner | publish and build |',
      '| --- | --- | --- | --- |',
      ...lines,
      `Limits: ${LIMITS.seconds} s (the smaller of wall time and CPU time), ${LIMITS.megabytes} MB a process.`,
      `hostile specs: ${held.length} of ${corpus.length}`,
    ].join('\n'),
  );
};
