import type { Tier } from '#domain/access/actor.ts';
import { type SignsInAs, subjectIn } from '#domain/access/person.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type {
  Invited,
  InvitationAccepter,
  InvitationExpirer,
  InvitationFinder,
  LinkedTo,
} from '#domain/ports/invitation-repository.ts';
import type { InvitedUser } from '#domain/ports/user-repository.ts';
import { atVersion, nextVersion, unlessRefused } from './change-records.ts';
import { absent, equal, exists, remove, set } from './expressions.ts';
import * as keys from './keys.ts';
import { tierCheck, tierIn } from './plan-items.ts';
import { linkOf } from './link-repository.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import { countWrite, emailPut, leadingTo, setSignsInAs, userOf } from './user-items.ts';
import type { Write } from './writes.ts';

type Place = { tenantId: string; userId: string };

/** So long an accepted invitation still answers the one who accepted it. */
const answeredDays = 30;

export class InvitationRepository implements InvitationFinder, InvitationAccepter, InvitationExpirer {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(digest: string): Promise<Invited | LinkedTo | undefined> {
    const place = await this.#tables(null).get(keys.invitation(digest));
    if (!place) return undefined;
    const { tenantId, userId, linkId } = recordOf<Place & { linkId?: string }>(place);
    const scope = mintScope.tenant(tenantId);
    if (linkId !== undefined) {
      const [link, tenant] = await this.#tables(tenantId).batchGet([keys.link(scope, linkId), keys.tenant(scope)]);
      return link && tenant && { tenantId, link: linkOf(link) };
    }
    const wanted = [keys.user(scope, userId), keys.tenant(scope), keys.plan(scope)];
    const [user, tenant, plan] = await this.#tables(tenantId).batchGet(wanted);
    return user && tenant && { tenantId, ...tierIn(plan), user: userOf(user) };
  }

  async join(
    scope: TenantScope,
    { tier, user: before }: { tier: Tier; user: InvitedUser },
    as: SignsInAs,
    now: Date,
    entry: AuditEntry,
  ): Promise<'DONE' | 'CHANGED'> {
    const { invitation, ...joined } = before;
    const forgetAt = Math.floor(now.getTime() / 1000) + answeredDays * 24 * 3600;
    const writes: Write[] = [
      tierCheck(scope, tier),
      {
        update: keys.user(scope, before.id),
        changes: [setSignsInAs(as), remove('invitation'), remove('gsi1pk'), remove('gsi1sk'), nextVersion],
        if: atVersion([before.version]),
      },
      { update: keys.invitation(invitation.digest), changes: [set('expiresAt', forgetAt)], if: exists('pk') },
      { put: { ...keys.subject(subjectIn(as)), tenantId: scope.tenantId, userId: before.id }, if: absent('pk') },
      emailPut(scope, before),
      ...(before.tenantRole === 'OWNER' ? [countWrite(scope, { from: before, to: joined, seats: null, at: now })] : []),
    ];
    return (await unlessRefused(transactAlongside(this.#tables, scope, writes, { entry }))) ? 'DONE' : 'CHANGED';
  }

  expire: InvitationExpirer['expire'] = async (scope, { userId, tier, now }, seatEntry) => {
    const item = await this.#tables(scope.tenantId).get(keys.user(scope, userId));
    const user = item && userOf(item);
    if (user?.invitation === undefined || Date.parse(user.invitation.validUntil) > now.getTime()) return;
    const writes: Write[] = [
      tierCheck(scope, tier),
      { delete: keys.user(scope, userId), if: equal('version', user.version) },
      countWrite(scope, { from: user, seats: null, at: now }),
      ...leadingTo(scope, user).map((key) => ({ delete: key })),
    ];
    // Whoever changed user or tier meanwhile was first; what is still due then, the next run finds.
    await unlessRefused(transactAlongside(this.#tables, scope, writes, { seatEntry: seatEntry(user) }));
  };
}
