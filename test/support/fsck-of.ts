import { join } from 'node:path';
import { checkDump } from '../../local/fsck/check-dump.ts';
import { documentReader, documentsIn } from '../../local/fsck/documents-in.ts';
import { dumpOf, type Entry, entryOf } from '../../local/fsck/dump.ts';
import { sealsIn } from '../../local/seals/file-seals.ts';
import { openTable } from '../../local/table/open-table.ts';

/** What `npm run fsck` would say of the data folder of a service that has ended. */
export const fsckOf = async (folder: string): Promise<string[]> => {
  const table = await openTable({ directory: join(folder, 'table') });
  const entries: Entry[] = [];
  for await (const item of table.items()) entries.push(entryOf(item));
  const damage = table.damage();
  await table.close();
  const blobs = join(folder, 'blobs');
  return [
    ...damage,
    ...checkDump(
      dumpOf(entries, documentsIn(blobs), documentReader(blobs), Date.now(), sealsIn(join(folder, 'seals'))),
    ),
  ];
};
