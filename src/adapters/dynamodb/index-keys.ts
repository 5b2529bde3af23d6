import { hourPartition, runsOfStatus } from './key-parts.ts';
import { run } from './keys.ts';
import type { ProjectScope, TenantScope } from '#domain/access/scope.ts';
import type { RunStatus } from '#domain/runs/test-run.ts';
import { tableSchema } from './table-schema.ts';
import { hourOf } from '#domain/audit/hours.ts';

/** Where a run stands among those of its status, in the index. */
export const indexedRun = (scope: ProjectScope, status: RunStatus, startedAt: string, runId: string) => ({
  gsi1pk: runsOfStatus(scope, status),
  gsi1sk: run(scope, startedAt, runId).sk,
});

/** Where an entry of the audit log stands among those of its hour, in the index: by its tenant. Its id tells the hour. */
export const auditHour = ({ tenantId }: TenantScope, entryId: string) => ({
  gsi1pk: hourPartition(hourOf(new Date(Number.parseInt(entryId.slice(0, 13).replace('-', ''), 16)))),
  gsi1sk: `${tenantId}#${entryId}`,
});

/** Work that was begun and must come to an end: what a process left open is found there, oldest first, whosever it is. */
export type OpenKind =
  | 'BUILD'
  | 'DELETION'
  | 'DELIVERY'
  | 'EVENT'
  | 'GENERATION'
  | 'INVITATION'
  | 'PLANS'
  | 'RUNS'
  | 'SEATS'
  | 'WAITING';

/** Tenants share so many partitions for the open work of a kind, so that one that is busy slows a sixteenth of the others at most. */
const shards = '0123456789abcdef';

/** The last digit of a tenant's id is random. What is one tenant's stands in one shard, in order. */
const openPartition = (kind: OpenKind, shard: string): string => `OPEN#${kind}#${shard}`;

/** Where an item stands among the open work of its kind, in the index, as long as it carries these attributes. */
export const openWork = (kind: OpenKind, since: string, tenantId: string, ...ids: string[]) => ({
  gsi1pk: openPartition(kind, tenantId.at(-1)!),
  gsi1sk: [since, tenantId, ...ids].join('#'),
});

/** Whether an index key is that of open work of the kind; also as it was before there were shards. */
export const isOpenWork = (kind: OpenKind, gsi1pk: unknown): boolean =>
  gsi1pk === `OPEN#${kind}` || String(gsi1pk).startsWith(openPartition(kind, ''));

/** Open work of the kind that was begun before, by shard, and what is left from before there were shards; ISO 8601. */
export const openWorkBefore = (kind: OpenKind, before: string) =>
  [`OPEN#${kind}`, ...[...shards].map((shard) => openPartition(kind, shard))].map((pk) => ({
    index: tableSchema.index.name,
    pk,
    sk: { before },
  }));
