import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../clients/cli/main.ts', import.meta.url));

export type SpawnEnd = { code: number | null; out: string; said: string };
type Surroundings = { cwd: string; env?: NodeJS.ProcessEnv; input?: string };

/** One `dezycro` command line in a process of its own, with nothing in its environment but PATH and what is given. */
export const spawnCommand = async (args: string[], { cwd, env = {}, input = '' }: Surroundings): Promise<SpawnEnd> => {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
  });
  const end: SpawnEnd = { code: null, out: '', said: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (end.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (end.said += text));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...end, code };
};
