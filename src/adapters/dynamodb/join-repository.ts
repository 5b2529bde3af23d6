import { type SignsInAs, subjectIn } from '#domain/access/person.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { Domain, DomainHolder } from '#domain/ports/domain-repository.ts';
import type { HeldDomain, Joining, JoinRefusal, Joins } from '#domain/ports/join-repository.ts';
import type { InvitedUser, Under, User } from '#domain/ports/user-repository.ts';
import type { Sso } from '#domain/ports/sso-repository.ts';
import { isInvited } from '#domain/users/user-rules.ts';
import { type Step, transactSteps, unlessRefused } from './change-records.ts';
import { absent, all, equal, exists, set } from './expressions.ts';
import * as keys from './keys.ts';
import { sameTier, tierIn } from './plan-items.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import { addressKey, countWrite, memberPuts, userOf } from './user-items.ts';
import type { Write } from './writes.ts';

export class JoinRepository implements Joins {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async findByDomain(domain: string): Promise<HeldDomain | undefined> {
    const held = await this.#tables(null).get(keys.domainHolder(domain));
    if (!held) return undefined;
    const holder = recordOf<DomainHolder>(held);
    const scope = mintScope.tenant(holder.tenantId);
    const wanted = [keys.domain(scope, domain), keys.tenant(scope), keys.sso(scope), keys.plan(scope)];
    const [added, tenant, sso, plan] = await this.#tables(holder.tenantId).batchGet(wanted);
    if (!added || !tenant) return undefined;
    const { tier } = tierIn(plan);
    return { holder, domain: recordOf<Domain>(added), sso: sso && recordOf<Sso>(sso), tier };
  }

  async findProvider(name: string): Promise<{ tenantId: string; type: Sso['type'] } | undefined> {
    const item = await this.#tables(null).get(keys.identityProvider(name));
    return item && recordOf<{ tenantId: string; type: Sso['type'] }>(item);
  }

  async noteLookup({ holder, domain }: HeldDomain, at: Date): Promise<void> {
    const isSame = all(equal('tenantId', holder.tenantId), equal('token', holder.token));
    const change = [set('lookedUpAt', at.toISOString())];
    await unlessRefused(this.#tables(null).update(keys.domainHolder(domain.domain), change, isSame));
  }

  async findInvited(scope: TenantScope, email: string): Promise<InvitedUser | undefined> {
    const table = this.#tables(scope.tenantId);
    const address = await table.get(addressKey(scope, email));
    if (!address) return undefined;
    const item = await table.get(keys.user(scope, recordOf<{ userId: string }>(address).userId));
    const user = item && userOf(item);
    return user && isInvited(user) ? user : undefined;
  }

  take(...[scope, user, under, alongside]: Joining): Promise<'DONE' | JoinRefusal> {
    return transactSteps(
      (writes) => transactAlongside(this.#tables, scope, writes, alongside),
      joinSteps(scope, user, under),
    );
  }
}

/** The writes of somebody who joins by themselves. */
export const joinSteps = (
  scope: TenantScope,
  user: User & SignsInAs,
  { tier, seats, at }: Under,
): Step<JoinRefusal>[] => {
  const subject = { ...keys.subject(subjectIn(user)), tenantId: scope.tenantId, userId: user.id };
  const person: Write[] = [...memberPuts(scope, user), { put: subject, if: absent('pk') }];
  return [
    sameTier(scope, tier),
    // A tenant that has been closed has no plan to check either.
    { refusal: 'TIER_CHANGED', write: { check: keys.tenant(scope), if: exists('pk') } },
    { refusal: 'NO_SEAT', write: countWrite(scope, { to: user, seats, at }) },
    ...person.map((write) => ({ refusal: 'EMAIL_CONFLICT' as const, write })),
  ];
};
