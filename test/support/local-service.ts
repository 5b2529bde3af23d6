import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalCredentials } from '../../local/local-tenant.ts';

const main = fileURLToPath(new URL('../../local/main.ts', import.meta.url));

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

/** A running `npm start`, as its own process on a free port. */
export type LocalServiceProcess = {
  origin: string;
  pid: number;
  credentials: LocalCredentials;
  /** What it has printed so far. */
  stdout(): string;
  stderr(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
};

/** Starts the service and waits for its `ready` line; rejects with what it printed when it ends before. */
export const startLocalService = async (
  dataFolder: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<LocalServiceProcess> => {
  const { child, output, ended } = spawnService(['--port', '0', '--data', dataFolder, ...args], env);
  const ready = new Promise<string>((resolve) => {
    child.stdout!.on('data', () => {
      const found = /^ready (http\S+)$/m.exec(output.stdout);
      if (found) resolve(found[1]!);
    });
  });
  const early = ended.then(({ code, stderr }) => {
    throw new Error(`the service ended with ${code} before it was ready: ${stderr}`);
  });
  const origin = await Promise.race([ready, early]);
  early.catch(() => undefined);
  return {
    origin,
    pid: child.pid!,
    credentials: JSON.parse(readFileSync(join(dataFolder, 'credentials.json'), 'utf8')) as LocalCredentials,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};

/** A start that is expected to be refused: waits for its end. */
export const runLocalService = (args: string[]): Promise<Ended> => spawnService(args).ended;

const spawnService = (args: string[], env: Record<string, string> = {}) => {
  const child: ChildProcess = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then(([code, signal]): Ended => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...output,
  }));
  return { child, output, ended };
};
