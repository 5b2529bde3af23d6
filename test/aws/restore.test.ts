import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  paginateScan,
  UpdateContinuousBackupsCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, paginateListObjectsV2, PutObjectCommand } from '@aws-sdk/client-s3';
import { createS3Client } from '#adapters/s3/s3-blobs.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { readStageSettings } from '../../lib/settings/read-stage-settings.ts';
import { anInhabitedProject } from '../support/inhabited-project.ts';
import { openScenario } from '../support/scenario.ts';

const scenario = await openScenario();
const source = process.env['TABLE_NAME']!;
const Bucket = process.env['DOCUMENT_BUCKET']!;
const table = new DynamoDBClient({});
const objects = createS3Client();
const folder = mkdtempSync(join(tmpdir(), 'dezycro-restore-'));
mkdirSync(join(folder, 'config'));
copyFileSync('config/emulated.json', join(folder, 'config', 'emulated.json'));
afterAll(() => {
  table.destroy();
  objects.destroy();
  rmSync(folder, { recursive: true });
});

/** What expires meanwhile may be gone from either table. */
const soon = Math.floor(Date.now() / 1000) + 3600;

/** Key → item, as text. */
const itemsOf = async (TableName: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for await (const { Items = [] } of paginateScan({ client: table }, { TableName, ConsistentRead: true }))
    for (const item of Items)
      if (item['expiresAt'] === undefined || Number(item['expiresAt'].N) > soon)
        found.set(`${item['pk']!.S} ${item['sk']!.S}`, JSON.stringify(sorted(item)));
  return found;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
};

/** Key → hash of the content, of every document there is now. */
const documents = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client: objects }, { Bucket, Prefix: 'tenants/' }))
    for (const { Key, ETag } of Contents) found.set(Key!, ETag!);
  return found;
};

const state = async () => ({ items: await itemsOf(source), files: await documents() });

/** A whole second in which nothing changed, and what there was in it: jobs of the deployment may still be at work. */
const quietMoment = async () => {
  for (;;) {
    const before = await state();
    const at = new Date(Math.ceil(Date.now() / 1000) * 1000);
    await wait(at.getTime() + 1100 - Date.now());
    const after = await state();
    try {
      expect(after).toEqual(before);
      return { at, ...before };
    } catch {
      // Something was written meanwhile: another second.
    }
  }
};

/** Runs the command to its end, or until it says that; what it said. */
const restore = async (at: Date, cutOffAt?: string): Promise<string> => {
  const moment = at.toISOString().replace('.000', '');
  const words = [resolve('scripts/restore.ts'), '--stage', 'emulated', '--at', moment];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += String(text);
    if (cutOffAt !== undefined && said.includes(cutOffAt)) child.kill('SIGKILL');
  });
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect([status, signal]).toEqual(cutOffAt === undefined ? [0, null] : [null, 'SIGKILL']);
  return said;
};

test(
  'a restore brings every record and document back as they were at a moment, after being cut off, and leaves the table before alone',
  { timeout: 180_000 },
  async () => {
    // The emulator's CloudFormation does not turn it on as the template says (test/infrastructure/stacks.test.ts).
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await table.send(new UpdateContinuousBackupsCommand({ TableName: source, PointInTimeRecoverySpecification }));
    const tenant = await scenario.aTenant();
    const { projectId } = await anInhabitedProject(scenario, tenant);
    const { at, items, files } = await quietMoment();
    const mine = [...files.keys()].filter((key) => key.includes(projectId));
    expect(mine.length).toBeGreaterThan(4);

    // The damage: a project is deleted, another one made, one document overwritten and one removed behind the service's back.
    const { owner, workspaceId } = tenant;
    const projects = `/api/v1/workspaces/${workspaceId}/projects`;
    expect((await owner.delete(`${projects}/${projectId}`)).status).toBe(204);
    await vi.waitFor(async () => expect((await documents()).has(mine[0]!)).toBe(false), 30_000);
    await anInhabitedProject(scenario, tenant);
    const others = [...files.keys()].filter((key) => !mine.includes(key));
    const [overwritten = mine[1]!, removed = mine[2]!] = others;
    await objects.send(new PutObjectCommand({ Bucket, Key: overwritten, Body: 'damaged' }));
    await objects.send(new DeleteObjectCommand({ Bucket, Key: removed }));
    const damaged = await quietMoment();
    expect([damaged.items, damaged.files].map(({ size }) => size > 0)).toEqual([true, true]);
    expect(damaged.items).not.toEqual(items);
    expect(damaged.files).not.toEqual(files);

    await restore(at, 'Expiry of');
    const begunMs = Date.now();
    const said = await restore(at);
    const seconds = ((Date.now() - begunMs) / 1000).toFixed(1);
    const { table: setting } = readStageSettings('emulated', join(folder, 'config'));
    const { name: TableName } = setting!;
    expect(await itemsOf(TableName)).toEqual(items);
    expect(await documents()).toEqual(files);
    expect(await itemsOf(source)).toEqual(damaged.items);
    expect(said).toContain('npm run deploy -- --stage emulated');
    console.log(`restored ${items.size} items and ${files.size} documents in ${seconds} s, after a cut`);

    const { Table } = await table.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({
      DeletionProtectionEnabled: true,
      LatestStreamArn: setting!.stream,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      GlobalSecondaryIndexes: [{ IndexName: 'GSI1' }],
    });
    const expiry = await table.send(new DescribeTimeToLiveCommand({ TableName }));
    expect(expiry.TimeToLiveDescription).toMatchObject({ AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' });
    const backups = await table.send(new DescribeContinuousBackupsCommand({ TableName }));
    expect(backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
      PointInTimeRecoveryStatus: 'ENABLED',
    });
    const { Tags } = await table.send(new ListTagsOfResourceCommand({ ResourceArn: Table!.TableArn! }));
    expect(Tags).toEqual([{ Key: 'stage', Value: 'emulated' }]);

    // Once more: nothing is left to do, and the file stays as it is.
    const written = readFileSync(join(folder, 'config', 'emulated.json'), 'utf8');
    expect(await restore(at)).toContain('0 brought back, 0 that are newer removed');
    expect(readFileSync(join(folder, 'config', 'emulated.json'), 'utf8')).toBe(written);
  },
);
