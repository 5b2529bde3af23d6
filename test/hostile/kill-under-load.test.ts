import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fsckOf } from '../support/fsck-of.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';
import { lostOf, WriteLoad } from '../support/write-load.ts';

/**
 * kill -9 under load, over HTTP. At full size 10 rounds of 60 s at 150 acknowledged writes a second or more; else one
 * round of a second and a half, of which no rate is asked.
 */
const isFull = process.env['FULL_SIZE'] === '1';
const { rounds, seconds, leastPerSecond } = isFull
  ? { rounds: 10, seconds: 60, leastPerSecond: 150 }
  : { rounds: 1, seconds: 1.5, leastPerSecond: 0 };
const leastAcknowledged = 21;
const writers = 16;

let folder: string;
let service: LocalServiceProcess;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kill-'));
});
afterAll(async () => {
  try {
    await service?.end('SIGKILL');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('nothing that was acknowledged before kill -9 is lost', { timeout: 60 * 60_000 }, async () => {
  const matrix = [];
  service = await startLocalService(folder, ['--tier', 'ENTERPRISE']);
  for (let round = 1; round <= rounds; round += 1) {
    const load = new WriteLoad(service, `Round ${round}`);
    await load.start(writers);
    const started = performance.now();
    await Promise.all([wait(seconds * 1000), load.until(leastAcknowledged)]);
    const perSecond = Math.round(load.acknowledged / ((performance.now() - started) / 1000));
    await service.end('SIGKILL');
    await load.end();
    const violations = await fsckOf(folder);
    service = await startLocalService(folder, ['--tier', 'ENTERPRISE']);
    const lost = await lostOf(load, service);
    matrix.push({
      round,
      acknowledged: load.acknowledged,
      perSecond,
      lost: lost.length,
      violations: violations.length,
    });
    expect({ lost, violations, surprises: load.surprises }).toEqual({ lost: [], violations: [], surprises: [] });
  }
  if (isFull) {
    console.table(matrix);
    const acknowledged = matrix.reduce((sum, row) => sum + row.acknowledged, 0);
    const slowest = Math.min(...matrix.map((row) => row.perSecond));
    console.log(`kill -9: ${rounds} rounds, ${acknowledged} acknowledged writes, 0 lost, at least ${slowest} a second`);
  }
  for (const { acknowledged, perSecond } of matrix) {
    expect(acknowledged).toBeGreaterThanOrEqual(leastAcknowledged);
    expect(perSecond).toBeGreaterThanOrEqual(leastPerSecond);
  }
});
