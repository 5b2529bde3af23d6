import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Billing, BillingReader } from '#domain/ports/billing-reader.ts';
import { keys } from './keys.ts';
import { recordOf, type Tables } from './record.ts';

const nothingBought = { maxBillableUsers: null, paidSeats: null, pricePerSeatCents: null, currentPeriodEnd: null };

export class BillingRepository implements BillingReader {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async get(scope: TenantScope): Promise<Billing> {
    const item = await this.#tables(scope.tenantId).get(keys.billing(scope));
    if (!item) throw new Error(`Tenant ${scope.tenantId} has no billing header.`);
    return { ...nothingBought, ...recordOf<Billing>(item) };
  }

  async getTier(scope: TenantScope): Promise<Tier> {
    const item = await this.#tables(scope.tenantId).get(keys.tenant(scope));
    if (!item) throw new Error(`Tenant ${scope.tenantId} is not there.`);
    return recordOf<{ tier: Tier }>(item).tier;
  }
}
