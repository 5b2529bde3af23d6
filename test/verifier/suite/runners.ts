import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import type { RunnerEntry } from '#builder/runner-manifest.ts';
import { main } from '#verifier/cli/main.ts';
import { nodeIo } from '#verifier/cli/node-io.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { decodePlanSlot, encodePlanSlot } from '#verifier/plan/plan-slot.ts';

export type Ended = { exitCode: number | null; stdout: string; stderr: string };

export type StartOptions = {
  env?: Record<string, string>;
  /** A file for stdout in place of a pipe. */
  stdoutTo?: string;
  /** Gives the test the means to interrupt the run. */
  onStart?: (interrupt: (signal: 'SIGINT' | 'SIGTERM') => void) => void;
};

/** One way to run a verifier; the suite sees no difference between them. */
export type VerifierRunner = {
  run: (slot: PlanBundle | 'empty' | 'damaged', argv: string[], options?: StartOptions) => Promise<Ended>;
  /** Only the process of a file has a stdout of its own, and memory of its own. */
  isProcess: boolean;
  /** A process that waits for a real clock; otherwise sleeping takes no time. */
  close: () => void;
};

/** The command line called as a function: real sockets and files, no waiting, output captured. */
export function inProcess(): VerifierRunner {
  return {
    isProcess: false,
    close: () => undefined,
    run: async (slot, argv, { env = {}, onStart } = {}) => {
      const ended: Ended = { exitCode: null, stdout: '', stderr: '' };
      ended.exitCode = await main(argv, {
        ...nodeIo,
        env,
        clock: instantClock(Date.now()),
        stdout: (text) => void (ended.stdout += text),
        stderr: (text) => void (ended.stderr += text),
        loadBundle: () => decodePlanSlot(slotText(slot)),
        onSignal: (stop) => {
          onStart?.((signal) => stop(signal === 'SIGINT' ? 130 : 143));
          return () => undefined;
        },
      });
      return ended;
    },
  };
}

/** The one-file verifier on Node. */
export async function nodeFile(): Promise<VerifierRunner> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-node-'));
  const file = join(folder, 'dezycro-verify.mjs');
  const runner = await bundleNodeRunner();
  return {
    isProcess: true,
    close: () => rmSync(folder, { recursive: true }),
    run: (slot, argv, options = {}) => {
      const content = Buffer.from(slot === 'empty' ? runner : assembleVerifier(runner, bundleOf(slot)));
      const damaged = slot === 'damaged' ? content.toString('latin1').replace(PLAN, damage) : content;
      writeFileSync(file, damaged, 'latin1');
      return execute([process.execPath, file, ...argv], options);
    },
  };
}

/** The native verifier of this machine; one copy of the runner, whose slot is written anew for each run. */
export function nativeFile(folder: string, { file, slot: place }: RunnerEntry): VerifierRunner {
  const own = mkdtempSync(join(tmpdir(), 'suite-native-'));
  const path = join(own, 'dezycro-verify');
  writeFileSync(path, readFileSync(join(folder, file)), { mode: 0o755 });
  return {
    isProcess: true,
    close: () => rmSync(own, { recursive: true }),
    run: (slot, argv, options = {}) => {
      const bytes = Buffer.alloc(place.sizeBytes);
      bytes.write(slotText(slot), 'latin1');
      const opened = openSync(path, 'r+');
      writeSync(opened, bytes, 0, bytes.length, place.offset);
      closeSync(opened);
      return execute([path, ...argv], options);
    },
  };
}

/** A stamped plan, as it stands in a file. */
const PLAN = /[0-9a-f]{64}:[A-Za-z0-9+/]{100}/;
const EMPTY: Partial<PlanBundle> = {
  jepVersion: '1',
  specHash: '',
  flowVersion: '0',
  title: '',
  basePath: '',
  personas: [],
  plans: [],
  $defs: {},
};

function slotText(slot: PlanBundle | 'empty' | 'damaged'): string {
  return slot === 'empty' ? '' : slot === 'damaged' ? damage(encodePlanSlot(bundleOf(slot))) : encodePlanSlot(slot);
}

function bundleOf(slot: PlanBundle | 'empty' | 'damaged'): PlanBundle {
  return typeof slot === 'string' ? (EMPTY as PlanBundle) : slot;
}

/** One letter of the plan is another. */
function damage(text: string): string {
  return text.slice(0, 90) + (text[90] === 'A' ? 'B' : 'A') + text.slice(91);
}

/** A file just written cannot be run while another worker's child, forked in between, still has it open: until that child runs its own. */
async function onceNotBusy<T>(start: () => T, patience = 100): Promise<T> {
  try {
    return start();
  } catch (error) {
    if (patience === 0 || (error as NodeJS.ErrnoException).code !== 'ETXTBSY') throw error;
    await wait(10);
    return onceNotBusy(start, patience - 1);
  }
}

async function execute([program = '', ...argv]: string[], options: StartOptions): Promise<Ended> {
  const { env = {}, stdoutTo, onStart } = options;
  const out = stdoutTo === undefined ? undefined : openSync(stdoutTo, 'w');
  const child = await onceNotBusy(() =>
    spawn(program, argv, {
      cwd: tmpdir(),
      env: { ...env, PATH: process.env['PATH'] },
      stdio: ['ignore', out ?? 'pipe', 'pipe'],
    }),
  );
  const ended = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
  onStart?.((signal) => child.kill(signal));
  return new Promise((resolve) => {
    child.on('close', (exitCode) => {
      if (out !== undefined) closeSync(out);
      resolve({ ...ended, exitCode });
    });
  });
}
