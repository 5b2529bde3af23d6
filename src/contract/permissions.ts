import type { Method } from './method.ts';

/**
 * Who may do what, in one table. `public` needs no identity, `self` any identity, `person` somebody who signed in: no token does it for them;
 * `guest` the same, who may have no tenant yet.
 * The others name the effective roles that hold the permission: in the workspace of the path, or in the tenant.
 * The specification leaves them open (§5); decision record 0001.
 */
export type TenantRole = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';
export type WorkspaceRole = 'ADMIN' | 'EDITOR' | 'VIEWER';

type Grant =
  | 'public'
  | 'self'
  | 'person'
  | 'guest'
  | { workspace: readonly WorkspaceRole[] }
  | { tenant: readonly TenantRole[] };

const anyone = { workspace: ['ADMIN', 'EDITOR', 'VIEWER'] } as const;
const editors = { workspace: ['ADMIN', 'EDITOR'] } as const;

/** What a token lets its holder do, beside the roles of its user: each level includes those before it. */
export const tokenAccesses = ['READ', 'RECORD', 'WRITE'] as const;
export type TokenAccess = (typeof tokenAccesses)[number];

export const permissions = {
  public: 'public',
  'self:read': 'self',
  'token:read': 'self',
  'token:manage': 'self',
  'token-policy:write': { tenant: ['OWNER'] },
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
  'notebook:write': editors,
  'member:manage': { workspace: ['ADMIN'] },
  'user:manage': { tenant: ['OWNER', 'ADMIN'] },
  'tenant:manage': { tenant: ['OWNER', 'ADMIN'] },
  'audit:read': { tenant: ['OWNER', 'ADMIN'] },
  'invitation:accept': 'guest',
  'tenant:join': 'guest',
  'tenant:leave': 'person',
  'subscription:read': 'self',
  /** Checkout, change of tier, portal and cap (specification §5). */
  'billing:manage': { tenant: ['OWNER'] },
} as const satisfies Record<string, Grant>;

export type Permission = keyof typeof permissions;

/** Those of somebody who may have no tenant yet. */
export type GuestPermission = {
  [P in Permission]: (typeof permissions)[P] extends 'guest' ? P : never;
}[Permission];

export const isForGuests = (permission: Permission): permission is GuestPermission =>
  permissions[permission] === 'guest';

/** The access that a token needs for the requests of a permission that change something; every GET needs READ (decision record 0101). */
const accessToChange = {
  public: 'READ',
  'self:read': 'READ',
  'token:read': 'READ',
  'token:manage': 'WRITE',
  'token-policy:write': 'WRITE',
  'workspace:list': 'READ',
  'event:read': 'READ',
  'workspace:read': 'READ',
  'project:write': 'WRITE',
  'persona:write': 'WRITE',
  'feature:write': 'WRITE',
  'document:write': 'WRITE',
  'generation:start': 'WRITE',
  'spec:publish': 'WRITE',
  'run:record': 'RECORD',
  'coverage:waive': 'WRITE',
  'workbook:write': 'WRITE',
  'webhook:write': 'WRITE',
  'notebook:write': 'WRITE',
  'member:manage': 'WRITE',
  'user:manage': 'WRITE',
  'tenant:manage': 'WRITE',
  'audit:read': 'READ',
  'invitation:accept': 'WRITE',
  'tenant:join': 'WRITE',
  'tenant:leave': 'WRITE',
  'subscription:read': 'READ',
  'billing:manage': 'WRITE',
} as const satisfies Record<Permission, TokenAccess>;

type Request = { permission: Permission; method: Method };

/** The access that a token needs for a request. */
export const neededAccess = ({ permission, method }: Request): TokenAccess =>
  method === 'GET' ? 'READ' : accessToChange[permission];

export const hasAccess = (held: TokenAccess, needed: TokenAccess): boolean =>
  tokenAccesses.indexOf(held) >= tokenAccesses.indexOf(needed);

/**
 * Whether an Idempotency-Key keeps the answer. Not where the caller becomes another user by it (`person`, `guest`): the answer would be kept in the
 * tenant that they leave; such an endpoint answers a repetition by itself.
 */
export const keepsAnswers = (method: Method, permission: Permission): boolean => {
  const grant: Grant = permissions[permission];
  return method === 'POST' && grant !== 'public' && grant !== 'person' && grant !== 'guest';
};

/** Whether somebody who sees the resource can still be refused (403): by a role that lacks the permission, or by the token's access. */
export const canBeForbidden = (request: Request): boolean => {
  const grant: Grant = permissions[request.permission];
  if (neededAccess(request) !== 'READ') return true;
  return typeof grant === 'object' && !('workspace' in grant && grant.workspace.length === anyone.workspace.length);
};
