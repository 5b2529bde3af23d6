import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CopiedSeal } from '#domain/audit/audit-seal.ts';
import { sealsIn } from '../seals/file-seals.ts';
import { openTable, TableUnavailable } from '../table/open-table.ts';
import { checkTable, type Report } from './check-table.ts';

/** Checks the data folder of a local service that has ended. Throws TableUnavailable, AcknowledgedWritesLost. */
export const checkFolder = async (
  folder: string,
  tell: (violation: string) => void,
  seals: Iterable<CopiedSeal> = sealsIn(join(folder, 'seals')),
): Promise<Report> => {
  const directory = join(folder, 'table');
  if (!existsSync(directory)) throw new TableUnavailable(`There is no table in ${folder}.`);
  const table = await openTable({ directory });
  const report = await checkTable(table.items(), { blobs: join(folder, 'blobs'), seals }, tell);
  for (const line of table.damage()) {
    report.violations += 1;
    tell(`the table's file is damaged: ${line}`);
  }
  await table.close();
  return report;
};
