import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { AcknowledgedWritesLost } from '../table/open-table.ts';
import { sealsIn } from '../seals/file-seals.ts';
import { checkFolder } from './check-folder.ts';
import { checkTable } from './check-table.ts';
import type { WireItem } from './dump.ts';

const usage = `npm run fsck -- [--data .local] [--dump FILE [--seals FOLDER]]
Checks the invariants of the data: of a stopped local service, or of a table export (one {"Item": …} a line).
--seals: a folder with the copies of the audit log's seals, as the bucket of a deployment holds them.
Exit code 0: all hold; 1: violations, one a line; 2: the data cannot be read.`;

/** The items of a table export. */
async function* exported(file: string): AsyncGenerator<WireItem> {
  for await (const line of createInterface(createReadStream(file)))
    if (line.trim() !== '') yield (JSON.parse(line) as { Item: WireItem }).Item;
}

const main = async (): Promise<number> => {
  const { data, dump, seals } = parseArgs({
    options: { data: { type: 'string', default: '.local' }, dump: { type: 'string' }, seals: { type: 'string' } },
  }).values;
  const copies = seals === undefined ? undefined : sealsIn(seals);
  const tell = (violation: string): void => console.log(violation);
  const { items, documents, violations } =
    dump === undefined
      ? await checkFolder(data, tell, copies)
      : await checkTable(exported(dump), { blobs: undefined, seals: copies ?? [] }, tell);
  console.log(`${items} items and ${documents} documents, ${violations} violations`);
  return violations === 0 ? 0 : 1;
};

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${(error as Error).message}\n${usage}`);
  process.exitCode = error instanceof AcknowledgedWritesLost ? 1 : 2;
}
