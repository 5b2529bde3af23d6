import { expect } from 'vitest';
import { applyFor } from '#domain/billing/apply-payments.ts';
import { derivePlan } from '#domain/billing/plan-rules.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { Command } from '../payments/billing-model.test.ts';
import { changeTo, openPage } from './billing.ts';
import type { BillingModel } from './billing-model.ts';
import { openSeats, type SeatsBench } from './seats-bench.ts';

let made = 0;

/** Before what is asked of the tenant as it stands. `isTold`: the job runs before the time goes on, as it does each minute; else it was down. */
const restsBefore = (command: Command): boolean =>
  command.do === 'ADVANCE' ? command.isTold : restsAfter.has(command.do);
const restsAfter = new Set<Command['do']>(['CHECKOUT', 'CHANGE', 'UNDO', 'CARD_FAILS', 'CARD_MENDED', 'ADVANCE']);

/** Tenants that are driven beside a model of what they owe, on one service with one provider. */
export const openModelled = async () => {
  const bench = await openSeats('2021-01-31T12:00:00Z');
  return { aTenant: async () => new ModelledTenant(bench, await bench.scenario.aTenant('FREE')) };
};

class ModelledTenant {
  readonly #bench: SeatsBench;
  readonly #tenant: Awaited<ReturnType<SeatsBench['scenario']['aTenant']>>;
  readonly #members: string[] = [];
  readonly #viewers: string[] = [];
  #customer: string | undefined;
  /** Nothing was done since everything was compared. */
  #isAtRest = true;

  constructor(bench: SeatsBench, tenant: Awaited<ReturnType<SeatsBench['scenario']['aTenant']>>) {
    this.#bench = bench;
    this.#tenant = tenant;
  }

  /** Most histories begin with a team. */
  start = (model: BillingModel): Promise<void> => this.run({ do: 'CHECKOUT', tier: 'TEAM' }, model);

  run = async (command: Command, model: BillingModel): Promise<void> => {
    if (command.do === 'REST' || restsBefore(command)) await this.rest(model);
    this.#isAtRest = false;
    await this.#carryOut(command, model);
    if (restsAfter.has(command.do)) await this.rest(model);
  };

  #carryOut = async (command: Command, model: BillingModel): Promise<void> => {
    const { emulator } = this.#bench;
    switch (command.do) {
      case 'INVITE':
        return this.#invite(model);
      case 'PROMOTE':
        return this.#promote(model);
      case 'DEMOTE':
        return this.#demote(model);
      case 'DELETE':
        return this.#delete(model);
      case 'CAP':
        return this.#cap(Math.max(1, Math.max(model.billable, 3) + command.above), model);
      case 'UNCAP':
        return this.#cap(null, model);
      case 'CHECKOUT':
        return this.#buy(command.tier, model);
      case 'ABANDON':
        if (model.tier === 'FREE') expect((await openPage(this.#bench, this.#tenant, 'TEAM')).status).toBe(200);
        return;
      case 'CHANGE':
        return this.#change(command.tier, model);
      case 'CANCEL':
        return this.#cancel(model);
      case 'UNDO':
        if (model.tier !== 'FREE') return this.#change(model.tier, model);
        return;
      case 'ADVANCE':
        return this.#advance(command.seconds, model);
      case 'CARD_FAILS':
      case 'CARD_MENDED':
        return this.#card(command.do === 'CARD_MENDED', model);
      case 'DROP':
        emulator.controls.dropEvents = true;
        return;
      case 'DUPLICATE':
        emulator.controls.duplicateEvents = true;
        return;
      case 'REORDER':
        emulator.controls.reorderSeed = command.seed;
        return;
      case 'CRASH':
        this.#bench.loseAnswerOf('setQuantity');
        return;
      case 'REST':
        return;
    }
  };

  /** Events, the daily comparison and the seats' job until nothing is left; then everything must be as the model has it. */
  rest = async (model: BillingModel): Promise<void> => {
    if (this.#isAtRest) return;
    const { ports, runtime, emulator } = this.#bench;
    await this.#bench.settle();
    Object.assign(emulator.controls, { dropEvents: false, duplicateEvents: false, reorderSeed: null });
    await applyFor(this.#tenant.tenantId, ports, runtime, { isCheck: true });
    await ports['seats:mark'].mark(this.#scope, runtime.now());
    await this.#sync();
    await this.#bench.settle();
    this.#bench.loseNothing();
    model.rest(this.#bench.clock.seconds, true);
    await this.#compare(model);
    this.#isAtRest = true;
  };

  forget = async (): Promise<void> => {
    const id = this.#customerId();
    if (id !== undefined) await this.#bench.forget(id);
  };

  get #scope() {
    return mintScope.tenant(this.#tenant.tenantId);
  }

  #customerId = (): string | undefined =>
    (this.#customer ??= Object.values(this.#bench.emulator.state.customers).findLast(
      ({ metadata }) => metadata['tenantId'] === this.#tenant.tenantId,
    )?.id);

  /** A run that was cut off is begun again. */
  #sync = async (): Promise<void> => {
    await this.#bench.sync().catch(() => this.#bench.sync());
  };

  #invite = async (model: BillingModel): Promise<void> => {
    const email = `model-${(made += 1)}@example.test`;
    const { status, body } = await this.#tenant.owner.post('/api/manage/users', { email, role: 'MEMBER' });
    expect(status === 201).toBe(model.add(this.#bench.clock.seconds));
    if (status === 201) this.#members.push(String(body.id));
  };

  #promote = async (model: BillingModel): Promise<void> => {
    const id = this.#viewers.at(-1);
    if (id === undefined || model.tier !== 'TEAM') return;
    const { status } = await this.#tenant.owner.put(`/api/manage/users/${id}/role`, { role: 'ADMIN' });
    expect(status === 200).toBe(model.add(this.#bench.clock.seconds));
    if (status === 200) this.#members.push(this.#viewers.pop()!);
  };

  #demote = async (model: BillingModel): Promise<void> => {
    const id = this.#members.at(-1);
    if (id === undefined || model.tier !== 'TEAM') return;
    const { status } = await this.#tenant.owner.put(`/api/manage/users/${id}/role`, { role: 'VIEWER' });
    expect(status).toBe(200);
    model.remove(this.#bench.clock.seconds);
    this.#viewers.push(this.#members.pop()!);
  };

  #delete = async (model: BillingModel): Promise<void> => {
    const id = this.#members.at(-1);
    if (id === undefined) return;
    expect((await this.#tenant.owner.delete(`/api/manage/users/${id}`)).status).toBe(204);
    model.remove(this.#bench.clock.seconds);
    this.#members.pop();
  };

  #cap = async (maxBillableUsers: number | null, model: BillingModel): Promise<void> => {
    const { status } = await this.#tenant.owner.put('/api/billing/max-billable-users', { maxBillableUsers });
    expect(status === 200).toBe(model.setCap(maxBillableUsers));
  };

  #buy = async (tier: 'PRO' | 'TEAM', model: BillingModel): Promise<void> => {
    const { status, body } = await openPage(this.#bench, this.#tenant, tier);
    expect(status === 200).toBe(model.tier === 'FREE');
    if (status !== 200) return;
    this.#bench.emulator.pay(this.#bench.sessionAt(body).id, 'PAYS');
    model.buy(tier, this.#period());
  };

  #change = async (tier: 'PRO' | 'TEAM', model: BillingModel): Promise<void> => {
    if (model.tier === 'FREE') return;
    const { status } = await changeTo(this.#bench, this.#tenant, tier);
    expect([200, 402]).toContain(status);
    expect(status === 200).toBe(model.changeTo(tier, this.#bench.clock.seconds));
  };

  #cancel = async (model: BillingModel): Promise<void> => {
    if (model.tier === 'FREE') return;
    expect((await changeTo(this.#bench, this.#tenant, 'FREE')).status).toBe(200);
    model.isCancelled = true;
  };

  #card = async (isGood: boolean, model: BillingModel): Promise<void> => {
    const id = this.#customerId();
    if (id === undefined) return;
    this.#bench.emulator.replaceCard(id, isGood ? 'PAYS' : 'FAILS');
    model.isCardGood = isGood;
  };

  /** Period by period: one that began is charged an hour later, and the model knows no time in between. */
  #advance = async (seconds: number, model: BillingModel): Promise<void> => {
    const { clock, advance } = this.#bench;
    const end = clock.seconds + seconds;
    while (model.tier !== 'FREE' && model.period.endsAt <= Math.max(end, clock.seconds)) {
      await advance(model.period.endsAt + 3601 - clock.seconds);
      model.renew(this.#period());
    }
    await advance(Math.max(0, end - clock.seconds));
  };

  #period = (): BillingModel['period'] => {
    const item = this.#owned().subscriptions.at(-1)?.items.data[0];
    return { startsAt: item?.current_period_start ?? 0, endsAt: item?.current_period_end ?? Number.POSITIVE_INFINITY };
  };

  #owned = () => this.#bench.emulator.ownedBy(this.#customerId() ?? '');

  #compare = async (model: BillingModel): Promise<void> => {
    const { ports, emulator, payments, runtime } = this.#bench;
    const { plan, billing } = await ports['plans:read'].get(this.#scope);
    const id = this.#customerId();
    const { subscriptions, invoices } = this.#owned();
    const live = subscriptions.filter(({ status }) => status !== 'canceled');
    const found = {
      tier: plan.tier,
      billable: billing.billableCount,
      cap: billing.maxBillableUsers,
      quantity: live[0]?.items.data[0]?.quantity ?? 0,
      peak: plan.periodSeats ?? 0,
      isDeclined: plan.seatPayment === 'DECLINED',
      isCancelled: plan.cancelAtPeriodEnd,
      billedCents: invoices.filter(({ status }) => status === 'paid').reduce((sum, { total }) => sum + total, 0),
      creditCents: id === undefined ? 0 : 0 - emulator.state.customers[id]!.balance,
      live: live.length,
      open: invoices.filter(({ status }) => status === 'open').length,
      isMarked: billing.seatsChangedAt !== null,
    };
    const { tier, billable, cap, quantity, peak, isDeclined, isCancelled, billedCents, creditCents } = model;
    const wanted = { tier, billable, cap, quantity, peak, isDeclined, isCancelled, billedCents, creditCents };
    expect(found).toEqual({ ...wanted, live: Number(tier !== 'FREE'), open: 0, isMarked: false });
    if (id === undefined) return;
    // Drift 0: what the provider says amounts to the plan that is stored.
    expect(derivePlan(await payments.listSubscriptions(id), plan, runtime.now()).isChanged).toBe(false);
  };
}
