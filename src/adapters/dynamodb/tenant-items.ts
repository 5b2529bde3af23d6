import type { TenantScope } from '#domain/access/scope.ts';
import type { NewTenant } from '#domain/ports/tenant-writer.ts';
import type { User } from '#domain/ports/user-repository.ts';
import { absent } from './expressions.ts';
import * as keys from './keys.ts';
import { planPuts } from './plan-items.ts';
import { memberPuts, subjectPut } from './user-items.ts';
import type { Write } from './writes.ts';

/** The writes that make a tenant with its Owner, who signs in as `subject` where one is given. */
export const tenantWrites = (
  scope: TenantScope,
  { tier, owner, workspace, createdAt }: NewTenant,
  subject?: string,
): Write[] => {
  const user = { ...owner, name: null, tenantRole: 'OWNER', workspaces: {}, createdAt, version: 1 } satisfies User;
  const once = absent('pk');
  return [
    { put: { ...keys.tenant(scope), id: scope.tenantId, createdAt }, if: once },
    ...planPuts(scope, tier),
    { put: { ...keys.billing(scope), ownerCount: 1, billableCount: 1, viewerCount: 0, workspaceCount: 1 }, if: once },
    ...memberPuts(scope, subject === undefined ? user : { ...user, subject }),
    { put: { ...keys.workspace(scope, workspace.id), ...workspace }, if: once },
    ...(subject === undefined ? [] : [subjectPut(scope, user.id, subject)]),
  ];
};
