import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AcknowledgedWritesLost, openTable, TableUnavailable } from '../table/open-table.ts';
import { sealsIn } from '../seals/file-seals.ts';
import { documentReader, documentsIn } from './documents-in.ts';
import { checkDump } from './check-dump.ts';
import { dumpOf } from './dump.ts';
import { type Entry, entryOf } from './dump.ts';

const usage = `npm run fsck -- [--data .local] [--dump FILE [--seals FOLDER]]
Checks the invariants of the data: of a stopped local service, or of a table export (one {"Item": …} a line).
--seals: a folder with the copies of the audit log's seals, as the bucket of a deployment holds them.
Exit code 0: all hold; 1: violations, one a line; 2: the data cannot be read.`;

/** The items of a table export. */
const exported = (file: string): Entry[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => entryOf((JSON.parse(line) as { Item: Parameters<typeof entryOf>[0] }).Item));

const stored = async (folder: string): Promise<{ entries: Entry[]; damage: string[] }> => {
  const directory = join(folder, 'table');
  if (!existsSync(directory)) throw new TableUnavailable(`There is no table in ${folder}. ${usage}`);
  const table = await openTable({ directory });
  const entries: Entry[] = [];
  for await (const item of table.items()) entries.push(entryOf(item));
  const damage = table.damage().map((line) => `the table's file is damaged: ${line}`);
  await table.close();
  return { entries, damage };
};

const main = async (): Promise<number> => {
  const { data, dump, seals } = parseArgs({
    options: { data: { type: 'string', default: '.local' }, dump: { type: 'string' }, seals: { type: 'string' } },
  }).values;
  const { entries, damage } = dump === undefined ? await stored(data) : { entries: exported(dump), damage: [] };
  const documents = dump === undefined ? documentsIn(join(data, 'blobs')) : [];
  const read = dump === undefined ? documentReader(join(data, 'blobs')) : undefined;
  const folder = seals ?? (dump === undefined ? join(data, 'seals') : undefined);
  const copies = folder === undefined ? [] : sealsIn(folder);
  const violations = [...damage, ...checkDump(dumpOf(entries, documents, read, Date.now(), copies))];
  for (const violation of violations) console.log(violation);
  console.log(`${entries.length} items and ${documents.length} documents, ${violations.length} violations`);
  return violations.length === 0 ? 0 : 1;
};

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof TableUnavailable ? error.message : `${(error as Error).message}\n${usage}`);
  process.exitCode = error instanceof AcknowledgedWritesLost ? 1 : 2;
}
