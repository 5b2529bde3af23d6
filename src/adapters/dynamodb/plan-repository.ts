import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { BillingHeader, PlanChange, PlanReader, PlanWriter } from '#domain/ports/plan-repository.ts';
import { unlessRefused } from './change-records.ts';
import { exists, remove } from './expressions.ts';
import * as keys from './keys.ts';
import { openWork } from './index-keys.ts';
import { planAtVersion, planOf } from './plan-items.ts';
import { recordOf, type Tables } from './record.ts';
import { seatsMark } from './seat-marks.ts';
import { entryPut, transactAlongside } from './transact-alongside.ts';
import type { Write } from './writes.ts';

type Counts = Omit<BillingHeader, 'maxBillableUsers' | 'seatsChangedAt' | 'retriesDeclined'>;

export class PlanRepository implements PlanReader, PlanWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async get(scope: TenantScope): ReturnType<PlanReader['get']> {
    const found = await this.find(scope);
    if (!found) throw new Error(`Tenant ${scope.tenantId} has no billing header.`);
    return found;
  }

  async find(scope: TenantScope): ReturnType<PlanReader['find']> {
    const [plan, billing] = await this.#tables(scope.tenantId).batchGet([keys.plan(scope), keys.billing(scope)]);
    if (!billing) return undefined;
    const {
      maxBillableUsers = null,
      seatsChangedAt = null,
      retriesDeclined = false,
      ...counts
    } = recordOf<Partial<BillingHeader> & Counts>(billing);
    return { plan: planOf(plan), billing: { ...counts, maxBillableUsers, seatsChangedAt, retriesDeclined } };
  }

  async remove(scope: TenantScope): Promise<void> {
    await this.#tables(scope.tenantId).transact([{ delete: keys.plan(scope) }, { delete: keys.checkout(scope) }]);
  }

  async apply(
    scope: TenantScope,
    { plan, nextCheckAt, clearsCap, checksSeatsAt, endsCheckout, entries }: PlanChange,
    alongside: Alongside = {},
  ): Promise<'DONE' | 'CHANGED'> {
    const open = nextCheckAt === null ? {} : openWork('PLANS', nextCheckAt, scope.tenantId);
    const changes = [
      ...(clearsCap ? [remove('maxBillableUsers')] : []),
      ...(checksSeatsAt ? seatsMark(scope, checksSeatsAt) : []),
    ];
    const writes: Write[] = [
      planAtVersion(scope, plan, open),
      ...(changes.length > 0 ? [{ update: keys.billing(scope), changes, if: exists('pk') }] : []),
      ...(endsCheckout ? [{ delete: keys.checkout(scope) }] : []),
      ...entries.map((entry) => entryPut(scope, entry)),
    ];
    return (await unlessRefused(transactAlongside(this.#tables, scope, writes, alongside))) ? 'DONE' : 'CHANGED';
  }
}
