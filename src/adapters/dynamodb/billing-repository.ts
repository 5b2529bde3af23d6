import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Billing, BillingCapWriter, BillingReader } from '#domain/ports/billing-reader.ts';
import { transactSteps } from './change-records.ts';
import { absent, all, equal, remove, set } from './expressions.ts';
import { keys } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';

const nothingBought = { maxBillableUsers: null, paidSeats: null, pricePerSeatCents: null, currentPeriodEnd: null };

export class BillingRepository implements BillingReader, BillingCapWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async get(scope: TenantScope): Promise<Billing> {
    const item = await this.#tables(scope.tenantId).get(keys.billing(scope));
    if (!item) throw new Error(`Tenant ${scope.tenantId} has no billing header.`);
    return { ...nothingBought, ...recordOf<Billing>(item) };
  }

  setCap(
    scope: TenantScope,
    { from, to, billableCount }: { from: number | null; to: number | null; billableCount: number },
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED'> {
    const isFrom = from === null ? absent('maxBillableUsers') : equal('maxBillableUsers', from);
    const update = {
      update: keys.billing(scope),
      // No cap is no attribute: the count of users compares itself with whatever is there.
      changes: [to === null ? remove('maxBillableUsers') : set('maxBillableUsers', to)],
      if: all(equal('billableCount', billableCount), isFrom),
    };
    return transactSteps(
      (writes) => transactAlongside(this.#tables, scope, writes, alongside),
      [{ refusal: 'CHANGED' as const, write: update }],
    );
  }

  async getTier(scope: TenantScope): Promise<Tier> {
    const item = await this.#tables(scope.tenantId).get(keys.tenant(scope));
    if (!item) throw new Error(`Tenant ${scope.tenantId} is not there.`);
    return recordOf<{ tier: Tier }>(item).tier;
  }
}
