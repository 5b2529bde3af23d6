import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './main.ts';
import { load, type Served, startServer, stopServer } from './local/load.ts';
import { storeFigures } from './local/stores.ts';
import { atLeast, atMost, median } from './measure.ts';

const rounds = 5;
const size = { count: 4_000, connections: 50 };
const warmUp = { count: 4_000, connections: 50 };

/**
 * Compares the local server with Hono and an in-memory map: requests per second of the server's CPU, in turn on the
 * same machine.
 */
const servers = async (): Promise<Figure[]> => {
  const data = mkdtempSync(join(tmpdir(), 'bench-local-'));
  const ours = await startServer(['local/main.ts', '--port', '0', '--data', data, '--tier', 'TEAM']);
  const hono = await startServer(['bench/local/hono-server.ts']);
  try {
    const { token } = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8')) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const path = await withProjects(ours, headers);
    const sides = [
      { server: ours, path },
      { server: hono, path: '/workspaces/w/projects' },
    ];
    for (const side of sides) await load(side.server, side.path, headers, warmUp);
    const loads = sides.map((): Awaited<ReturnType<typeof load>>[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [index, side] of sides.entries())
        loads[index]!.push(await load(side.server, side.path, headers, size));
    const [mine = 0, its = 0] = loads.map((all) => median(all.map(({ requestsPerCpuSecond }) => requestsPerCpuSecond)));
    return [
      atLeast('listProjects, of what Hono with a map does', (100 * mine) / its, 50, '%'),
      atMost('requests in a second of CPU, for comparison', mine, Number.POSITIVE_INFINITY, ''),
      atMost('the same of Hono, for comparison', its, Number.POSITIVE_INFINITY, ''),
      atMost('p99 at 50 connections', median(loads[0]!.map(({ p99Ms }) => p99Ms)), Number.POSITIVE_INFINITY, 'ms'),
    ];
  } finally {
    await Promise.all([ours, hono].map(stopServer));
    rmSync(data, { recursive: true, force: true });
  }
};

/** `--old` also measures the former store, which is downloaded once. */
export const flags = ['--old'];

/** Measures the local server's requests and its table. */
export const run = async (given: string[]): Promise<Figure[]> => [
  ...(await servers()),
  ...(await storeFigures(given.includes('--old'))),
];

/** Creates ten projects in the tenant's workspace. Returns the path of their list. */
const withProjects = async ({ origin }: Served, headers: Record<string, string>): Promise<string> => {
  const me = (await (await fetch(`${origin}/api/v1/me`, { headers })).json()) as {
    workspaces: { workspaceId: string }[];
  };
  const path = `/api/v1/workspaces/${me.workspaces[0]!.workspaceId}/projects`;
  for (let index = 0; index < 10; index++) {
    const { status } = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Project ${index}` }),
    });
    if (status !== 201) throw new Error(`A project was answered ${status}`);
  }
  return path;
};
