import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import { hostPlatform } from '#builder/bun-packages.ts';
import { materialise } from '#builder/materialise.ts';
import { builtRunners, runnersFolder } from '../test/builder/built-runners.ts';
import { manyJourneys } from '../test/builder/many-journeys.ts';
import { missingRespect, runRespect } from '#test/respect.ts';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';
import { goPeer, peersFor, type Peer } from './runner/peers.ts';
import { thingsSpec } from './runner/things-spec.ts';

const startRounds = 21;
const rounds = 11;
/** Rounds for tools that take seconds. */
const slowRounds = 3;
// Step CI sends usage data and fails if it cannot.
const env = { AUTH_ADMIN: '{"token":"tok-admin-1234"}', STEPCI_DISABLE_ANALYTICS: '1' };

/**
 * Times of the native verifier of this machine. Its start with 400 journeys: `doctor` reads all plans, `version` none.
 * Then 100 journeys of five steps against an instant server, compared with a Go client and other tools.
 */
export const run = async (): Promise<Figure[]> => {
  const manifest = await builtRunners();
  if (manifest === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), 'bench-runner-'));
  try {
    const verifier = join(folder, 'dezycro-verify');
    const stamp = async (journeys: number): Promise<void> => {
      const file = await materialise(runnersFolder, manifest.binaries[hostPlatform()], manyJourneys(journeys));
      writeFileSync(verifier, file, { mode: 0o755 });
    };
    const node = join(folder, 'dezycro-verify.mjs');
    writeFileSync(node, assembleVerifier(await bundleNodeRunner(), manyJourneys(400)));
    await stamp(400);
    const start = await startFigures(verifier, node);
    await stamp(100);
    return [...start, ...(await runFigures(verifier, folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const startFigures = async (verifier: string, node: string): Promise<Figure[]> => {
  const commands = [
    { name: 'an empty process, for comparison', argv: ['/bin/true'], goal: Infinity },
    { name: 'doctor with 400 journeys', argv: [verifier, 'doctor', '--json'], goal: 25 },
    { name: 'version', argv: [verifier, 'version'], goal: 25 },
    { name: 'doctor on Node, for comparison', argv: [process.execPath, node, 'doctor', '--json'], goal: Infinity },
  ];
  const walls = await interleaved(commands, () => startRounds);
  return commands.flatMap(({ name, goal }, index) => [
    atMost(`${name} (median of ${startRounds})`, median(walls[index]!.map(({ ms }) => ms)), goal, 'ms'),
    atMost(`${name} (quickest)`, Math.min(...walls[index]!.map(({ ms }) => ms)), Infinity, 'ms'),
  ]);
};

const runFigures = async (verifier: string, folder: string): Promise<Figure[]> => {
  const go = goPeer();
  if (go === undefined) return [];
  const server = spawn(go, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const url = await new Promise<string>((resolve) =>
      server.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
    );
    const ours = (lanes: number): string[] => {
      const flags = ['--base-url', url, '--json', '--concurrency', String(lanes)];
      return [verifier, 'run', '--all', ...flags];
    };
    const commands: Peer[] = [
      { name: 'Go client, one at a time', argv: [go, 'run', url, '100', '1'] },
      { name: 'one at a time', argv: ours(1) },
      { name: 'Go client, eight at once', argv: [go, 'run', url, '100', '8'] },
      { name: 'eight at once', argv: ours(8) },
      ...peersFor(url, 100, folder),
    ];
    const walls = await interleaved(commands, (index) => (index < 4 ? rounds : slowRounds));
    const medians = walls.map((all) => median(all.map(({ ms }) => ms)));
    const [goOne = 0, one = 0, , eight = 0] = medians;
    return [
      atMost('100 journeys of five, eight at once', eight, 60, 'ms'),
      atMost('its peak memory', Math.max(...walls[3]!.map(({ megabytes }) => megabytes)), 60, 'MB'),
      atMost('one at a time over the Go client', one / goOne, 1.3, '×'),
      ...commands.map(({ name }, index) => atMost(`${name}, for comparison`, medians[index]!, Infinity, 'ms')),
      ...(await respectFigures(url)),
    ];
  } finally {
    server.stdin.end();
  }
};

const respectFigures = async (url: string): Promise<Figure[]> => {
  const missing = missingRespect();
  if (missing !== undefined) {
    console.warn(`SKIPPED: Redocly Respect: ${missing}`);
    return [];
  }
  const { seconds } = await runRespect({ bundle: manyJourneys(100), spec: thingsSpec }, url, env);
  return [atMost('Redocly Respect, once, for comparison', seconds * 1000, Infinity, 'ms')];
};

type Took = { ms: number; megabytes: number };

/** Runs all commands in each round, so that a busy moment affects all. */
const interleaved = async (commands: Pick<Peer, 'argv'>[], roundsOf: (index: number) => number): Promise<Took[][]> => {
  const took = commands.map((): Took[] => []);
  for (let round = 0; round < Math.max(...commands.map((_, index) => roundsOf(index))); round++)
    for (const [index, { argv }] of commands.entries())
      if (round < roundsOf(index)) took[index]!.push(await execute(argv));
  return took;
};

const execute = async ([program = '', ...args]: string[]): Promise<Took> => {
  const startedMs = performance.now();
  const child = spawn(program, args, { env, stdio: 'ignore' });
  let peakKilobytes = 0;
  const look = setInterval(() => (peakKilobytes = Math.max(peakKilobytes, peakOf(child.pid))), 3);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  const ms = performance.now() - startedMs;
  clearInterval(look);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return { ms, megabytes: peakKilobytes / 1024 };
};

/** Peak memory of a running process in KiB (Linux: VmHWM). 0 if unknown. */
const peakOf = (pid: number | undefined): number => {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    // The process has ended, or this is not Linux.
    return 0;
  }
};
