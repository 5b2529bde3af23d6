/**
 * Who may do what, in one table. `public` needs no identity, `self` any identity.
 * The others name the effective roles that hold the permission: in the workspace of the path, or in the tenant.
 * The specification leaves them open (§5); decision record 0001.
 */
export type TenantRole = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';
export type WorkspaceRole = 'ADMIN' | 'EDITOR' | 'VIEWER';

type Grant = 'public' | 'self' | { workspace: readonly WorkspaceRole[] } | { tenant: readonly TenantRole[] };

const anyone = { workspace: ['ADMIN', 'EDITOR', 'VIEWER'] } as const;
const editors = { workspace: ['ADMIN', 'EDITOR'] } as const;

export const permissions = {
  public: 'public',
  'self:read': 'self',
  'token:manage': 'self',
  'workspace:list': 'self',
  'event:read': 'self',
  'workspace:read': anyone,
  'project:write': editors,
  'persona:write': editors,
  'feature:write': editors,
  'document:write': editors,
  'generation:start': editors,
  'spec:publish': editors,
  'run:record': editors,
  'coverage:waive': editors,
  'workbook:write': editors,
  'webhook:write': editors,
  'member:manage': { workspace: ['ADMIN'] },
  'user:manage': { tenant: ['OWNER', 'ADMIN'] },
  'audit:read': { tenant: ['OWNER', 'ADMIN'] },
  'subscription:read': 'self',
} as const satisfies Record<string, Grant>;

export type Permission = keyof typeof permissions;

/** Whether somebody who sees the resource can still be refused (403): not where every role holds the permission. */
export const canBeForbidden = (permission: Permission): boolean => {
  const grant: Grant = permissions[permission];
  return typeof grant === 'object' && !('workspace' in grant && grant.workspace.length === anyone.workspace.length);
};
