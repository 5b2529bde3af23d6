import { existsSync, readdirSync } from 'node:fs';
import type { CopiedSeal } from '#domain/audit/audit-seal.ts';
import { checkDump } from './check-dump.ts';
import { documentReader, documentsIn } from './documents-in.ts';
import { dumpOf, type WireItem } from './dump.ts';
import { StagedItems } from './staged-items.ts';

/** What lies beside the table. */
type Beside = {
  /** The folder of documents; undefined: nothing is said of them. */
  blobs: string | undefined;
  seals: Iterable<CopiedSeal>;
  /** Milliseconds; what is past its time by then may be gone. */
  now?: number;
};

export type Report = { items: number; documents: number; violations: number };

/** Tells every violation, and answers how much was looked at. One tenant is in memory at a time, with what leads to it. */
export const checkTable = async (
  items: AsyncIterable<WireItem>,
  { blobs, seals, now = Date.now() }: Beside,
  tell: (violation: string) => void,
): Promise<Report> => {
  const staged = new StagedItems();
  for await (const item of items) staged.add(item);
  for (const seal of seals) staged.addSeal(seal);
  const report: Report = { items: staged.count, documents: 0, violations: 0 };
  const read = blobs === undefined ? undefined : documentReader(blobs);
  for (const { tenantId, entries, sealCopies } of staged.tenants(foldersIn(blobs))) {
    const documents = blobs === undefined || tenantId === '' ? [] : documentsIn(blobs, tenantId);
    report.documents += documents.length;
    for (const violation of checkDump(dumpOf(entries, documents, read, now, sealCopies))) {
      report.violations += 1;
      tell(violation);
    }
  }
  return report;
};

/** The tenants that have documents. */
const foldersIn = (blobs: string | undefined): string[] =>
  blobs !== undefined && existsSync(blobs) ? readdirSync(blobs) : [];
