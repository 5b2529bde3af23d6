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

/** Where an item stands among the open work of its kind, in the index, as long as it carries these attributes. */
export const openWork = (kind: OpenKind, since: string, ...ids: string[]) => ({
  gsi1pk: `OPEN#${kind}`,
  gsi1sk: [since, ...ids].join('#'),
});

/** Open work of the kind that was begun before; ISO 8601. */
export const openWorkBefore = (kind: OpenKind, before: string) => ({
  index: tableSchema.index.name,
  pk: `OPEN#${kind}`,
  sk: { before },
});
