import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export type Served = { origin: string; process: ChildProcess };

/** Starts a server program. Resolves when it prints `ready <origin>`. */
export const startServer = async (args: string[]): Promise<Served> => {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let seen = '';
  for await (const chunk of child.stdout) {
    seen += String(chunk);
    const [, origin] = /^ready (http\S+)/m.exec(seen) ?? [];
    if (origin === undefined) continue;
    return { origin, process: child };
  }
  throw new Error(`${args[0]} ended before it was ready`);
};

export const stopServer = async ({ process: child }: Served): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

const ticksPerSecond = 100;

/** CPU time of a process so far in seconds (Linux). */
const cpuSecondsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};

export type Load = { requestsPerCpuSecond: number; p99Ms: number };

/**
 * Sends `count` GETs over open connections. Returns requests per second of the server's CPU, and the 99th percentile of
 * response times.
 */
export const load = async (
  { origin, process: child }: Served,
  path: string,
  headers: Record<string, string>,
  { count, connections }: { count: number; connections: number },
): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const get = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      request(`${origin}${path}`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
        response.resume().on('end', () => {
          times.push(performance.now() - started);
          resolve();
        });
      })
        .on('error', reject)
        .end();
    });
  const before = cpuSecondsOf(child.pid!);
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await get();
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const seconds = cpuSecondsOf(child.pid!) - before;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { requestsPerCpuSecond: count / seconds, p99Ms: times[Math.floor(count * 0.99)]! };
};
