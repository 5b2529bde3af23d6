import { markAttribute } from './table-schema.ts';
import type { Item } from './writes.ts';
import type { Table } from './table.ts';

/** The table on behalf of a tenant; null reaches the global key families only. */
export type Tables = (tenantId: string | null) => Table;

/** What a repository stored under a key, without the key attributes, those of the index too, and the mark of its writer. The repository that wrote it names the type. */
export const recordOf = <T>({
  pk: _pk,
  sk: _sk,
  gsi1pk: _indexPk,
  gsi1sk: _indexSk,
  [markAttribute]: _mark,
  ...record
}: Item): T => record as T;
