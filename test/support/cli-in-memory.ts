import { main } from '#verifier/cli/main.ts';
import type { CliIo } from '#verifier/cli/cli-io.ts';
import { nodeIo } from '#verifier/cli/node-io.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { memorySend, type MemoryHandler } from '#verifier/transport/memory.ts';
import { ENV } from './things-plans.ts';

export type CliRun = { exitCode: number; stdout: string; stderr: string; files: Map<string, string> };

/** The command line in this process: memory transport, instant clock, captured output. */
export async function runCli(
  argv: string[],
  bundle: PlanBundle | (() => PlanBundle),
  handler: MemoryHandler = () => {
    throw new Error('nothing may be sent');
  },
  more: Partial<CliIo> = {},
): Promise<CliRun> {
  const run: CliRun = { exitCode: -1, stdout: '', stderr: '', files: new Map() };
  const io: CliIo = {
    env: ENV,
    stdout: (text) => {
      run.stdout += text;
    },
    stderr: (text) => {
      run.stderr += text;
    },
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    loadBundle: () => (typeof bundle === 'function' ? bundle() : bundle),
    openTransport: async () => ({ send: memorySend(handler), close: async () => undefined }),
    readFile: (path) => {
      throw new Error(`ENOENT: no such file, open '${path}'`);
    },
    checkWritable: () => undefined,
    writeFile: (path, text) => void run.files.set(path, text),
    keepFile: (path, text) => void run.files.set(path, text),
    folder: '/project',
    appendFile: (path, text) => void run.files.set(path, (run.files.get(path) ?? '') + text),
    resolve: async () => ['192.0.2.1'],
    sandbox: nodeIo.sandbox,
    clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
    random: seededRandom(3),
    onSignal: () => () => undefined,
    ...more,
  };
  run.exitCode = await main(argv, io);
  return run;
}
