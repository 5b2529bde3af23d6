import { createHash } from 'node:crypto';
import { type SignsInAs, subjectIn } from '#domain/access/person.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Invitation, InvitedUser, User } from '#domain/ports/user-repository.ts';
import {
  absent,
  add,
  all,
  type Change,
  type Condition,
  equal,
  greater,
  less,
  lessThanAttribute,
  set,
  some,
} from './expressions.ts';
import { removeAll } from './change-records.ts';
import { seatsMark } from './seat-marks.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import type { ItemKey } from './key-parts.ts';
import { openWork } from './index-keys.ts';
import { recordOf } from './record.ts';
import type { Table } from './table.ts';
import type { Item, Write } from './writes.ts';

/** Addresses differ in more than letter case only. */
const addressDigest = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('hex');

export const emailKey = (email: string): ItemKey => keys.email(addressDigest(email));
export const addressKey = (scope: TenantScope, email: string): ItemKey => keys.address(scope, addressDigest(email));

/** The write that holds the address within the tenant. */
export const addressPut = (scope: TenantScope, { id, email }: User): Write => ({
  put: { ...addressKey(scope, email), userId: id },
  if: absent('pk'),
});

/** The write that holds the address of somebody who has joined. */
export const emailPut = (scope: TenantScope, { id, email }: User): Write => ({
  put: { ...emailKey(email), tenantId: scope.tenantId, userId: id },
  if: absent('pk'),
});

/** The writes that make a user who has joined. */
export const memberPuts = (scope: TenantScope, user: User): Write[] => [
  { put: { ...keys.user(scope, user.id), ...user }, if: absent('pk') },
  addressPut(scope, user),
  emailPut(scope, user),
];

/** The writes that make an invited user: found by the secret of the invitation, and by the job that ends it. */
export const invitedPuts = (scope: TenantScope, user: InvitedUser): Write[] => [
  {
    put: { ...keys.user(scope, user.id), ...user, ...openInvitation(scope, user.id, user.invitation) },
    if: absent('pk'),
  },
  addressPut(scope, user),
  invitationPut(scope, user.id, user.invitation),
];

export const openInvitation = ({ tenantId }: TenantScope, userId: string, { validUntil }: Invitation) =>
  openWork('INVITATION', validUntil, tenantId, userId);

export const invitationPut = (scope: TenantScope, userId: string, { digest }: Invitation): Write => ({
  put: { ...keys.invitation(digest), tenantId: scope.tenantId, userId },
  if: absent('pk'),
});

/** The write that lets a sign-in find its user; it is nobody else's. */
export const subjectPut = (scope: TenantScope, userId: string, subject: string): Write => ({
  put: { ...keys.subject(subject), tenantId: scope.tenantId, userId },
  if: some(absent('pk'), equal('userId', userId)),
});

export const setSignsInAs = (as: SignsInAs): Change => set('subject' in as ? 'subject' : 'ssoSubject', subjectIn(as));

/** What is counted of a user. Whoever is invited takes a seat, and is no Owner yet whom a tenant could be left with. */
type Standing = Pick<User, 'tenantRole' | 'invitation'>;
type Counts = { ownerCount: number; billableCount: number; viewerCount: number };

const countsOf = (of: Standing | undefined): Counts => ({
  ownerCount: of?.tenantRole === 'OWNER' && of.invitation === undefined ? 1 : 0,
  billableCount: of === undefined || of.tenantRole === 'VIEWER' ? 0 : 1,
  viewerCount: of?.tenantRole === 'VIEWER' ? 1 : 0,
});

/**
 * The write that counts a user who goes `from` one standing `to` another (undefined: is not there). It holds only if a seat is left for a
 * new billable user, and if an Owner is left. Where billable users are more or fewer, the seats are to be compared.
 */
export const countWrite = (
  scope: TenantScope,
  { from, to, seats, at }: { from?: Standing; to?: Standing; seats: number | null; at: Date },
): Extract<Write, { update: unknown }> => {
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
    changes: [
      ...names.map((name) => add(name, after[name] - before[name])),
      ...(after.billableCount === before.billableCount ? [] : seatsMark(scope, at)),
    ],
    if: conditions.length === 0 ? undefined : all(...conditions),
  };
};

export const userOf = (item: Item): User => ({ version: 0, ...recordOf<Omit<User, 'version'>>(item) });

/** Every key that leads to the user from outside, or holds their address. */
export const leadingTo = (scope: TenantScope, { email, subject, ssoSubject, invitation }: User): ItemKey[] => [
  addressKey(scope, email),
  invitation === undefined ? emailKey(email) : keys.invitation(invitation.digest),
  ...[subject, ssoSubject].flatMap((each) => (each === undefined ? [] : [keys.subject(each)])),
];

/** Removes the tokens of a user who is gone: without their user they prove nobody. */
export const purgeTokens = async (table: Table, scope: TenantScope, userId: string): Promise<void> => {
  const { items } = await table.query(ranges.ofUser(scope, userId));
  const digests = items.flatMap(({ digest }) => (typeof digest === 'string' ? [digest] : []));
  await removeAll(
    table,
    digests.map((digest) => keys.token(digest)),
  );
  await removeAll(table, items);
};
