import { describe, expect, test } from 'vitest';
import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import type { Tier } from '#domain/access/actor.ts';
import { effectiveTenantRole, effectiveWorkspaceRole, toActor } from '#domain/access/effective-roles.ts';

const mine = 'workspace-of-mine';
const other = 'another-workspace';

const actor = (
  storedRole: TenantRole,
  role?: WorkspaceRole,
  tier: Tier = 'TEAM',
  tokenWorkspaceId: string | null = null,
) =>
  toActor({
    tokenId: null,
    subject: null,
    tokenWorkspaceId,
    tokenAccess: 'WRITE',
    tokenExpiresAt: null,
    auditDays: null,
    requestsPerMinute: null,
    userId: 'user',
    email: null,
    tenantId: 'tenant',
    tier,
    storedRole,
    memberships: role ? { [mine]: role } : {},
  });

describe('the role in a workspace (specification §5; decision record 0001)', () => {
  test.each<[TenantRole, WorkspaceRole | undefined, Tier, WorkspaceRole | undefined]>([
    ['OWNER', undefined, 'TEAM', 'ADMIN'],
    ['OWNER', 'VIEWER', 'TEAM', 'ADMIN'],
    ['ADMIN', undefined, 'TEAM', 'ADMIN'],
    ['MEMBER', 'ADMIN', 'TEAM', 'ADMIN'],
    ['MEMBER', 'EDITOR', 'TEAM', 'EDITOR'],
    ['MEMBER', 'VIEWER', 'TEAM', 'VIEWER'],
    ['MEMBER', undefined, 'TEAM', undefined],
    ['VIEWER', 'ADMIN', 'TEAM', 'VIEWER'],
    ['VIEWER', 'VIEWER', 'TEAM', 'VIEWER'],
    ['VIEWER', undefined, 'TEAM', undefined],
    ['OWNER', undefined, 'PRO', 'ADMIN'],
    ['ADMIN', undefined, 'PRO', 'VIEWER'],
    ['MEMBER', 'ADMIN', 'PRO', 'VIEWER'],
    ['MEMBER', undefined, 'PRO', undefined],
    ['MEMBER', 'EDITOR', 'FREE', 'EDITOR'],
    ['MEMBER', 'EDITOR', 'ENTERPRISE', 'EDITOR'],
  ])('%s with membership %s on %s: %s', (role, membership, tier, expected) => {
    expect(effectiveWorkspaceRole(actor(role, membership, tier), mine)).toBe(expected);
  });

  test('a workspace token sees nothing but its workspace, whoever holds it', () => {
    const narrow = actor('OWNER', undefined, 'TEAM', mine);
    expect(effectiveWorkspaceRole(narrow, mine)).toBe('ADMIN');
    expect(effectiveWorkspaceRole(narrow, other)).toBeUndefined();
  });
});

test.each<[Tier, TenantRole, TenantRole]>([
  ['PRO', 'OWNER', 'OWNER'],
  ['PRO', 'ADMIN', 'VIEWER'],
  ['PRO', 'MEMBER', 'VIEWER'],
  ['TEAM', 'ADMIN', 'ADMIN'],
  ['FREE', 'MEMBER', 'MEMBER'],
])('on %s a stored %s acts as %s', (tier, storedRole, expected) => {
  expect(effectiveTenantRole({ tier, storedRole })).toBe(expected);
});
