import { createHash } from 'node:crypto';
import type { TenantRole } from '#contract/permissions.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { User } from '#domain/ports/user-repository.ts';
import { absent, add, all, type Condition, equal, greater, less, lessThanAttribute, some } from './expressions.ts';
import { type ItemKey, keys } from './keys.ts';
import type { Write } from './writes.ts';

/** Addresses differ in more than letter case only. */
export const emailKey = (email: string): ItemKey =>
  keys.email(createHash('sha256').update(email.toLowerCase()).digest('hex'));

/** The writes that make a user and hold the address. */
export const userPuts = (scope: TenantScope, user: User): Write[] => [
  { put: { ...keys.user(scope, user.id), ...user }, if: absent('pk') },
  { put: { ...emailKey(user.email), tenantId: scope.tenantId, userId: user.id }, if: absent('pk') },
];

/** The write that lets a sign-in find its user; it is nobody else's. */
export const subjectPut = (scope: TenantScope, userId: string, subject: string): Write => ({
  put: { ...keys.subject(subject), tenantId: scope.tenantId, userId },
  if: some(absent('pk'), equal('userId', userId)),
});

type Counts = { ownerCount: number; billableCount: number; viewerCount: number };

const countsOf = (role: TenantRole | undefined): Counts => ({
  ownerCount: role === 'OWNER' ? 1 : 0,
  billableCount: role === undefined || role === 'VIEWER' ? 0 : 1,
  viewerCount: role === 'VIEWER' ? 1 : 0,
});

/**
 * The write that counts a user who goes `from` one role `to` another (undefined: is not there). It holds only if a seat is left for a
 * new billable user, and if an Owner is left.
 */
export const countWrite = (
  scope: TenantScope,
  { from, to, seats }: { from?: TenantRole; to?: TenantRole; seats: number | null },
): Write => {
  const [before, after] = [countsOf(from), countsOf(to)];
  const conditions: Condition[] = [];
  if (after.billableCount > before.billableCount) {
    conditions.push(some(absent('maxBillableUsers'), lessThanAttribute('billableCount', 'maxBillableUsers')));
    if (seats !== null) conditions.push(less('billableCount', seats));
  }
  if (after.ownerCount < before.ownerCount) conditions.push(greater('ownerCount', 1));
  const names = Object.keys(after) as (keyof Counts)[];
  return {
    update: keys.billing(scope),
    changes: names.map((name) => add(name, after[name] - before[name])),
    if: conditions.length === 0 ? undefined : all(...conditions),
  };
};
