import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Plan } from '#domain/billing/plan.ts';
import type {
  AnswerKeeper,
  Checkout,
  CheckoutWriter,
  PaymentCustomerReader,
} from '#domain/ports/checkout-repository.ts';
import { transactSteps, unlessRefused } from './change-records.ts';
import { absent, all, type Condition, different, equal, some } from './expressions.ts';
import * as keys from './keys.ts';
import { openWork } from './index-keys.ts';
import { planAtVersion } from './plan-items.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';

/** The table drops a checkout by itself when its page can be paid no more: `expiresAt`. */
export class CheckoutRepository implements CheckoutWriter, PaymentCustomerReader, AnswerKeeper {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: TenantScope): Promise<Checkout | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.checkout(scope));
    return item && recordOf<Checkout>(item);
  }

  async lock(scope: TenantScope, checkout: Checkout, before: Checkout | undefined): Promise<'DONE' | 'CHANGED'> {
    // Where the table has dropped the earlier one meanwhile nothing is in the way.
    const isFree = before ? some(absent('pk'), isStill(before)) : absent('pk');
    const put = { put: { ...keys.checkout(scope), ...checkout }, if: isFree };
    return (await unlessRefused(this.#tables(scope.tenantId).transact([put]))) ? 'DONE' : 'CHANGED';
  }

  open(scope: TenantScope, checkout: Checkout, alongside: Alongside): Promise<'DONE' | 'CHANGED'> {
    const put = { put: { ...keys.checkout(scope), ...checkout }, if: equal('lockId', checkout.lockId) };
    return transactSteps(
      (writes) => transactAlongside(this.#tables, scope, writes, alongside),
      [{ refusal: 'CHANGED' as const, write: put }],
    );
  }

  setCustomer(
    scope: TenantScope,
    plan: Plan & { customerId: string },
    nextCheckAt: string,
  ): Promise<'DONE' | 'CHANGED'> {
    const { tenantId } = scope;
    const open = openWork('PLANS', nextCheckAt, tenantId);
    const customer = { put: { ...keys.paymentCustomer(plan.customerId), tenantId } };
    return transactSteps(
      (writes) => this.#tables(tenantId).transact(writes),
      [
        { refusal: 'CHANGED' as const, write: planAtVersion(scope, plan, open) },
        { refusal: 'CHANGED' as const, write: customer },
      ],
    );
  }

  async findTenant(customerId: string): Promise<string | undefined> {
    const item = await this.#tables(null).get(keys.paymentCustomer(customerId));
    return item && recordOf<{ tenantId: string }>(item).tenantId;
  }

  async keep(scope: TenantScope, alongside: Alongside): Promise<void> {
    await transactAlongside(this.#tables, scope, [], alongside);
  }
}

/** As it was read: a page that was opened since must be closed first. */
const isStill = ({ lockId, page }: Checkout): Condition =>
  all(equal('lockId', lockId), page === null ? equal('page', null) : different('page', null));
