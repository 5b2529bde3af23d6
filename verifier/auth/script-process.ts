import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Json } from '../plan/plan.ts';
import { asLine } from './as-line.ts';
import { LIMITS, type RunScript, type ScriptOutcome, type ScriptRun } from './script-runner.ts';

/** Messages to the sandbox: first the script, then a response for each `fetch`. */
export type ToSandbox =
  | { script: string; env: Record<string, string>; input: Json; nowMs: number }
  | { id: number; answer: string }
  | { id: number; error: string };

/** Messages from the sandbox: `ready` once, then `fetch` calls, then the outcome. */
export type FromSandbox =
  | { ready: true }
  | { id: number; fetch: string; timeoutMs: number }
  | { outcome: ScriptOutcome };

/** How long a sandbox may take to start, in ms. On a busy machine that takes seconds. */
const START_MS = 30_000;
/** The ms after the script's time in which the sandbox may still end it itself. */
const GRACE_MS = 500;

/**
 * Returns a function that runs each script in its own process, without our environment variables but SystemRoot. The
 * process is killed when its time is over or the run is stopped, so that no script can block the runner. `command`:
 * starts this program as the sandbox.
 */
export function scriptProcess(command: readonly string[], stop?: AbortSignal, limits = LIMITS): RunScript {
  return (run) =>
    new Promise((resolve) => {
      const [program = '', ...args] = command;
      const child = spawn(program, args, {
        env: bareEnvironment(),
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
      });
      const end = (outcome: ScriptOutcome): void => {
        clearTimeout(timer);
        stop?.removeEventListener('abort', onStop);
        child.kill('SIGKILL');
        resolve(outcome);
      };
      const fail = (problem: string): void => end({ problem, log: [] });
      const onStop = (): void => fail('the run was stopped');
      let timer = setTimeout(() => fail('the script failed: its sandbox did not start'), START_MS);
      stop?.addEventListener('abort', onStop, { once: true });
      child.on('error', (error) => fail(`the script failed: its sandbox did not start (${error.message})`));
      child.on('close', () => fail('the script failed: its sandbox ended'));
      // Writing to an ended sandbox fails; the `close` event reports that.
      child.stdin.on('error', () => undefined);
      const say = (message: ToSandbox): void => void child.stdin.write(asLine(message));
      createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
        const message = JSON.parse(line) as FromSandbox;
        if ('outcome' in message) return end(message.outcome);
        if ('fetch' in message) return void answer(run, message, say);
        clearTimeout(timer);
        const late = `the script did not end within ${limits.deadlineMs / 1000} seconds`;
        timer = setTimeout(() => fail(late), limits.deadlineMs + GRACE_MS);
      });
      say({ script: run.script, env: run.env, input: run.input, nowMs: run.nowMs() });
    });
}

async function answer(
  run: ScriptRun,
  { id, fetch, timeoutMs }: Extract<FromSandbox, { id: number }>,
  say: (message: ToSandbox) => void,
): Promise<void> {
  try {
    say({ id, answer: await run.fetch(fetch, timeoutMs) });
  } catch (error) {
    say({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

/** The environment of the sandbox: empty except for SystemRoot, without which Windows starts no program. */
function bareEnvironment(): Record<string, string> {
  const root = process.env['SystemRoot'];
  return root === undefined ? {} : { SystemRoot: root };
}
