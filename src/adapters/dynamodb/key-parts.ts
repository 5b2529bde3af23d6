import type { RunStatus } from '#domain/runs/test-run.ts';
import type { ProjectScope, TenantScope, WorkspaceScope } from '#domain/access/scope.ts';

/**
 * What every key string of the table is made of (security and reliability §4; docs/data-model.md). Ids are UUIDv7, so the order of sort keys is the
 * order of creation. Everything but tokens, addresses and sign-ins by their digests lies under its tenant's prefix.
 */
declare const brand: unique symbol;

/** The key of one item. `keys.ts` makes them. */
export type ItemKey = { readonly pk: string; readonly sk: string } & { readonly [brand]: 'item' };

/** The items of one partition whose sort keys share a beginning, as a query wants it. `ranges.ts` makes them. */
export type ItemRange = { readonly pk: string; readonly sk: { readonly beginsWith: string } } & {
  readonly [brand]: 'range';
};

export const item = (pk: string, sk: string): ItemKey => ({ pk, sk }) as ItemKey;
export const range = (pk: string, beginsWith: string): ItemRange => ({ pk, sk: { beginsWith } }) as ItemRange;

export const tenantPartition = ({ tenantId }: TenantScope): string => `T#${tenantId}`;
export const userPartition = (scope: TenantScope, userId: string): string => `${tenantPartition(scope)}#U#${userId}`;
export const workspacePartition = (scope: WorkspaceScope): string => `${tenantPartition(scope)}#W#${scope.workspaceId}`;
export const projectPartition = (scope: ProjectScope): string => `${tenantPartition(scope)}#P#${scope.projectId}`;
export const personaPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#PER`;
export const runPartition = (scope: ProjectScope): string => `${projectPartition(scope)}#RUN`;
export const runsOfStatus = (scope: ProjectScope, status: RunStatus): string => `${runPartition(scope)}#${status}`;
export const casePartition = (scope: ProjectScope): string => `${projectPartition(scope)}#VC`;
export const outboxPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#OUT`;
export const webhookPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#WH`;
export const auditPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#AUD`;
export const sealPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#AUDS`;
export const hourPartition = (hour: string): string => `AUDIT#${hour}`;
export const domainPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#DOM`;
export const linkPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#INV`;
export const deliveryPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#WD`;
export const allowancePartition = (scope: TenantScope): string => `${tenantPartition(scope)}#TOK`;
/** The smallest UUIDv7 of a time. */
export const firstIdAt = (time: Date): string =>
  Math.max(0, time.getTime())
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})(.{4})/, '$1-$2-');
/** Places in the feed sort as text. */
export const place = (cursor: number): string => String(cursor).padStart(12, '0');

/** What a persona belongs to: the tenant, one workspace or one project. */
export type Container = { readonly [brand]: 'container' } & string;

export const containers = {
  tenant: 'T' as Container,
  workspace: (scope: WorkspaceScope) => `W#${scope.workspaceId}` as Container,
  project: (scope: ProjectScope) => `P#${scope.projectId}` as Container,
};

/** Where the credentials of the persona lie whose own item has this sort key; of other sort keys nothing is there. */
export const secretBeside = (scope: TenantScope, sortKey: string): ItemKey =>
  item(`${tenantPartition(scope)}#PSEC`, sortKey);

/** The id that ends the key of an item of this range. */
export const idIn = ({ sk }: ItemRange, item: { readonly sk: string }): string => item.sk.slice(sk.beginsWith.length);

/** The month that an item of `runMonth` counts. */
export const monthOf = ({ sk }: { readonly sk: string }): string => sk.slice('C#M#'.length);
