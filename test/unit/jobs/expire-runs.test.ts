import { expect, test } from 'vitest';
import type { RunDay } from '#domain/ports/run-repository.ts';
import { expireRuns } from '#domain/runs/expire-runs.ts';
import { systemRuntime } from '#functions/support/runtime.ts';

const id = (n: number): string => `0192f0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const dayOf = (project: number): RunDay => ({
  tenantId: id(1),
  workspaceId: id(2),
  projectId: id(project),
  date: '2020-01-01',
  lastRecordedAt: '2020-01-01T10:00:00.000Z',
});

/** Days that are due, in an index that shows the first of them for ever, as if it lagged. */
const duePorts = (count: number, breaks = -1) => {
  const due = new Map(Array.from({ length: count }, (_, project) => [id(project), dayOf(project)]));
  const first = due.get(id(0))!;
  const ports = {
    'open-work:read': { listRunDays: async (_: Date, most: number) => [first, ...due.values()].slice(0, most) },
    'plans:read': { get: async () => ({ plan: { tier: 'FREE' } }) },
    'runs:expire': {
      hide: async ({ projectId }: RunDay) => {
        if (projectId === id(breaks)) throw new Error('the day is broken');
        return 0;
      },
      listHidden: async () => [],
      endDay: async (_: object, { projectId }: RunDay) => void due.delete(projectId),
    },
  };
  return { due, ports: ports as unknown as Parameters<typeof expireRuns>[1] };
};

test('one run of the job takes all days that are due, however many, and ends beside an index that lags', async () => {
  const { due, ports } = duePorts(1000);
  expect(await expireRuns(undefined, ports, systemRuntime)).toEqual({ days: 1000, postponed: 0, runs: 0 });
  expect(due.size).toBe(0);
});

test('a day that fails stops no other project, and the job fails in the end', async () => {
  const { due, ports } = duePorts(50, 7);
  await expect(expireRuns(undefined, ports, systemRuntime)).rejects.toThrow('Runs of 1 projects were not removed.');
  expect([...due.keys()]).toEqual([id(7)]);
});

test('the job begins nothing when its time is nearly over: the next one takes the rest', async () => {
  const { due, ports } = duePorts(1000);
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const slow = { ...systemRuntime, now: () => new Date((nowMs += 1000)) };
  const { days } = await expireRuns(undefined, ports, slow);
  expect(days).toBeGreaterThan(100);
  expect(days + due.size).toBe(1000);
  expect(days).toBeLessThan(480);
});
