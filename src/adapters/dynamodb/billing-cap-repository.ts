import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { BillingCapWriter } from '#domain/ports/billing-cap-writer.ts';
import { transactSteps } from './change-records.ts';
import { absent, all, equal, remove, set } from './expressions.ts';
import * as keys from './keys.ts';
import { sameTier } from './plan-items.ts';
import type { Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';

export class BillingCapRepository implements BillingCapWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  setCap(
    scope: TenantScope,
    { tier, from, to, billableCount }: Parameters<BillingCapWriter['setCap']>[1],
    alongside: Alongside,
  ): Promise<'DONE' | 'CHANGED' | 'TIER_CHANGED'> {
    const isFrom = from === null ? absent('maxBillableUsers') : equal('maxBillableUsers', from);
    const update = {
      update: keys.billing(scope),
      // No cap is no attribute: the count of users compares itself with whatever is there.
      changes: [to === null ? remove('maxBillableUsers') : set('maxBillableUsers', to)],
      if: all(equal('billableCount', billableCount), isFrom),
    };
    return transactSteps(
      (writes) => transactAlongside(this.#tables, scope, writes, alongside),
      [sameTier(scope, tier), { refusal: 'CHANGED' as const, write: update }],
    );
  }
}
