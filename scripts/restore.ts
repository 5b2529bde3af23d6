/**
 * `npm run restore -- --stage NAME --at 2026-11-29T08:00:00Z [--from TABLE]`: makes a table of what the stage's table held at a moment, turns
 * on what such a table lacks, brings the documents to the same moment, and writes the table into `config/NAME.json`: the next deployment uses
 * it. The table before is only read. Called again, it goes on where it was cut off, and changes nothing that is done.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDynamoClient } from '#adapters/dynamodb/client.ts';
import { createS3Client } from '#adapters/s3/s3-blobs.ts';
import { fixedNames } from '../lib/fixed-names.ts';
import { recoveryDays } from '../lib/recovery.ts';
import { readStageSettings, SettingsInvalid } from '../lib/settings/read-stage-settings.ts';
import { equipTable } from './restore/equip-table.ts';
import { restoreDocuments } from './restore/restore-documents.ts';
import { restoreTable } from './restore/restore-table.ts';
import { RestoreRefused } from './restore/say.ts';
import { writeTableSetting } from './restore/write-table-setting.ts';

const usage = 'npm run restore -- --stage NAME --at 2026-11-29T08:00:00Z [--from TABLE]';

/** To the second, as point-in-time recovery takes it. */
const momentOf = (text = ''): Date => {
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) || Number.isNaN(at.getTime()))
    throw new RestoreRefused(`--at is a moment in UTC, to the second, as 2026-11-29T08:00:00Z.\n${usage}`);
  const daysAgo = (Date.now() - at.getTime()) / 86_400_000;
  if (daysAgo < 0 || daysAgo > recoveryDays)
    throw new RestoreRefused(`--at lies within the last ${recoveryDays} days: documents are kept no longer.`);
  return at;
};

const restore = async (): Promise<void> => {
  const string = { type: 'string' } as const;
  const { values } = parseArgs({ options: { stage: string, at: string, from: string } });
  const { stage, account, region, table: restored, tags } = readStageSettings(values.stage);
  const at = momentOf(values.at);
  const names = fixedNames(stage, account, region);
  const target = `${names.table}-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  process.env['AWS_REGION'] = region;
  const [client, objects] = [createDynamoClient(), createS3Client()];
  const say = (line: string): void => console.log(line);
  await restoreTable(client, { source: values.from ?? restored?.name ?? names.table, target, at }, say);
  const stream = await equipTable(client, target, { stage, ...tags }, say);
  await restoreDocuments(objects, names.documentBucket, at, say);
  const file = join('config', `${stage}.json`);
  const isNew = writeTableSetting(file, { name: target, stream });
  say(`${file} names the table${isNew ? '' : ' already'}. Commit it; then: npm run deploy -- --stage ${stage}`);
};

try {
  await restore();
} catch (error) {
  const code = (error as { code?: string }).code ?? '';
  const isUse =
    error instanceof SettingsInvalid || error instanceof RestoreRefused || code.startsWith('ERR_PARSE_ARGS');
  if (!isUse) throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
