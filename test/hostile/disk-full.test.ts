import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FaultyDisk,
  missingCompiler,
  mountSmallVolume,
  openFaultyDisk,
  type SmallVolume,
} from '../support/faulty-disk.ts';
import { fsckOf } from '../support/fsck-of.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';
import { lostOf, WriteLoad } from '../support/write-load.ts';

/**
 * Disks that fail under load. A trial: writers make features and documents through the public API; the disk fails at a
 * chosen call; it recovers; the writers go on; the process is killed; the next one must show everything that was
 * answered 201. At full size 20 trials of each kind of fault, else one.
 */
const isFull = process.env['FULL_SIZE'] === '1';
const trials = isFull ? 20 : 1;
const writers = 6;
/** Acknowledged before the fault, and after it. */
const phase = isFull ? { before: 40, after: 110 } : { before: 15, after: 30 };
const refusedPerTrial = 20;
const volumeMiB = 512;
/** How many calls go well before the fault: seeded, from the very next call to the middle of a checkpoint. */
const callsBefore = (trial: number): number => [0, 1, 2, 3, 5, 8, 13, 40][trial % 8]! + ((trial * 7) % 11);

const kinds = ['writeENOSPC', 'writeEIO', 'syncEIO', 'full volume'] as const;
type Kind = (typeof kinds)[number];
type Row = { kind: Kind; trials: number; acknowledged: number; refused: number; lost: number; violations: number };

const rows: Row[] = [];
afterAll(() => {
  if (!isFull || rows.length === 0) return;
  console.table(rows);
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
  console.log(
    `disk full: ${sum((row) => row.trials)} trials of ${rows.length} kinds, ${sum((row) => row.acknowledged)} acknowledged writes, ` +
      `${sum((row) => row.lost)} lost, ${sum((row) => row.refused)} answered 503, fsck: ${sum((row) => row.violations)} violations`,
  );
});

const noFaults = missingCompiler();
if (noFaults !== undefined) console.warn(`SKIPPED: faults of the disk, because ${noFaults}.`);

let scratch: string;
let folder: string;
let disk: FaultyDisk;
let volume: SmallVolume | undefined;
let service: LocalServiceProcess;
const loads: WriteLoad[] = [];

const start = (): Promise<LocalServiceProcess> => startLocalService(folder, ['--tier', 'ENTERPRISE'], disk.env);
beforeAll(async () => {
  if (noFaults !== undefined) return;
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'disk-full-')));
  const mounted = join(scratch, 'volume');
  mkdirSync(mounted);
  const mount = mountSmallVolume(mounted, volumeMiB);
  if (typeof mount === 'string') console.warn(`SKIPPED: full volumes, because ${mount}.`);
  else volume = mount;
  disk = openFaultyDisk(scratch, mounted);
  folder = join(mounted, 'data');
  service = await start();
});
afterAll(async () => {
  if (noFaults !== undefined) return;
  try {
    await service?.end('SIGKILL');
  } finally {
    disk?.close();
    volume?.close();
    rmSync(scratch, { recursive: true });
  }
});

test.skipIf(noFaults !== undefined).each(kinds)(
  '%s: nothing that was acknowledged is lost, and writes go on when the disk does',
  { timeout: 30 * 60_000 },
  async (kind) => {
    // Said above.
    if (kind === 'full volume' && volume === undefined) return;
    const row: Row = { kind, trials, acknowledged: 0, refused: 0, lost: 0, violations: 0 };
    rows.push(row);
    for (let trial = 0; trial < trials; trial += 1) await runTrial(trial, row);
    // What one trial wrote is still there after all the others.
    for (const load of loads) row.lost += (await lostOf(load, service)).length;
    expect(row).toMatchObject({ lost: 0, violations: 0 });
    expect(row.acknowledged).toBeGreaterThanOrEqual(trials * (phase.before + phase.after));
    expect(row.refused).toBeGreaterThanOrEqual(trials * refusedPerTrial);
  },
);

test.skipIf(noFaults !== undefined)(
  'a restart on a nearly full volume: reads are answered, writes are 503',
  async () => {
    // Said above.
    if (volume === undefined) return;
    await service.end('SIGKILL');
    volume.fill(40 * 1024 * 1024);
    try {
      service = await start();
      const load = new WriteLoad(service, 'nearly full');
      const path = `/api/v1/workspaces/${service.credentials.workspaceId}/projects`;
      expect((await load.send('GET', path)).status).toBe(200);
      expect((await load.send('POST', path, { name: 'While it is full' })).status).toBe(503);
      expect(service.stderr()).toContain('The start goes on without the renewal of the token.');
      await load.end();
    } finally {
      volume.empty();
    }
  },
);

const runTrial = async (trial: number, row: Row): Promise<void> => {
  const load = new WriteLoad(service, `${row.kind} ${trial}`);
  loads.push(load);
  await load.start(writers);
  await load.until(phase.before);
  breakDisk(row.kind, trial);
  await load.untilRefused(refusedPerTrial);
  if (row.kind === 'full volume') await expectReads(load, trial);
  volume?.empty();
  disk.disarm();
  await load.until(load.acknowledged + phase.after);
  await load.end();
  await service.end('SIGKILL');
  expect(load.surprises).toEqual([]);
  const violations = await fsckOf(folder);
  service = await start();
  const lost = await lostOf(load, service);
  row.acknowledged += load.acknowledged;
  row.refused += load.statuses.get(503) ?? 0;
  row.lost += lost.length;
  row.violations += violations.length;
  expect({ trial, lost, violations }).toEqual({ trial, lost: [], violations: [] });
};

const breakDisk = (kind: Kind, trial: number): void => {
  if (kind !== 'full volume') return disk.arm(kind, callsBefore(trial));
  // Every second trial hides how little space there is, so that the writes themselves meet the end of the volume.
  disk.claimSpace(trial % 2 === 1);
  volume?.fill(trial % 2 === 1 ? (trial % 5) * 8192 : 40 * 1024 * 1024);
};

/** Reads go on while the volume is full, and a refused write says why. */
const expectReads = async (load: WriteLoad, trial: number): Promise<void> => {
  const [{ projectPath } = { projectPath: '' }] = load.features;
  const read = await load.send('GET', `${projectPath}/features`);
  const write = await load.send('POST', `${projectPath}/features`, { name: 'While it is full' });
  expect([trial, read.status, write.status]).toEqual([trial, 200, 503]);
  if (trial % 2 === 0) expect(write.body).toContain('less than 64 MB free');
};
