import { DatabaseSync } from 'node:sqlite';
import type { CopiedSeal } from '#domain/audit/audit-seal.ts';
import { type Entry, entryOf, type WireItem } from './dump.ts';

type Staged = { tenantId: string; entries: Entry[]; sealCopies: CopiedSeal[] };

/** What is to be checked, by tenant, in a file that goes with the process: in memory is one tenant at a time. */
export class StagedItems {
  /** SQLite keeps a database without a name in a file of its own, which it deletes. */
  readonly #database = new DatabaseSync('');
  readonly #put;
  count = 0;

  constructor() {
    this.#database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; BEGIN');
    this.#database.exec('CREATE TABLE staged (tenant TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL)');
    this.#put = this.#database.prepare('INSERT INTO staged VALUES (?, ?, ?)');
  }

  add(item: WireItem): void {
    this.#put.run(tenantOf(item), 'item', JSON.stringify(item));
    this.count += 1;
  }

  addSeal(seal: CopiedSeal): void {
    this.#put.run(seal.tenantId, 'seal', JSON.stringify(seal));
  }

  /** The tenants that `others` name as well; '' is of what belongs to nobody. */
  *tenants(others: readonly string[]): Generator<Staged> {
    this.#database.exec('COMMIT; CREATE INDEX by_tenant ON staged (tenant)');
    const known = this.#database.prepare('SELECT DISTINCT tenant FROM staged ORDER BY tenant').all();
    for (const tenantId of new Set([...known.map(({ tenant }) => String(tenant)), ...others])) yield this.#of(tenantId);
    this.#database.close();
  }

  #of(tenantId: string): Staged {
    const staged: Staged = { tenantId, entries: [], sealCopies: [] };
    const rows = this.#database.prepare('SELECT kind, content FROM staged WHERE tenant = ? ORDER BY rowid');
    for (const { kind, content } of rows.iterate(tenantId)) {
      const parsed: unknown = JSON.parse(String(content));
      if (kind === 'item') staged.entries.push(entryOf(parsed as WireItem));
      else staged.sealCopies.push(parsed as CopiedSeal);
    }
    return staged;
  }
}

/** By its key, or by what it leads to: every check looks at what is one tenant's. */
const tenantOf = ({ pk, tenantId }: WireItem): string =>
  /^T#([^#]+)/.exec(String(pk?.['S']))?.[1] ?? String(tenantId?.['S'] ?? '');
