import { describe, expect, it } from 'vitest';
import { openPayments } from '../support/payments.ts';

const day = 24 * 3600;

/** A tenant that has bought seats with a card. */
const subscribed = async ({ quantity = 3, card = 'PAYS' as 'PAYS' | 'FAILS' | 'FAILS_LATER', retries = 0 } = {}) => {
  const bench = await openPayments({ retries });
  const { payments, clock, emulator } = bench;
  const customerId = await payments.ensureCustomer({ tenantId: 'tenant-1', email: 'ada@example.com' });
  const checkout = await payments.openCheckout({
    tenantId: 'tenant-1',
    customerId,
    tier: 'TEAM',
    quantity,
    lockId: 'lock-1',
    expiresAt: clock.seconds + 1860,
  });
  emulator.pay(checkout.sessionId, card);
  const subscription = async () => (await payments.listSubscriptions(customerId))[0]!;
  const invoices = () => Object.values(emulator.state.invoices);
  const { id: subscriptionId, itemId } = await subscription();
  let version = 0;
  const setQuantity = (to: number, charge: 'NOW' | 'NEXT_INVOICE' | 'NOTHING', prorateFrom?: number) =>
    payments.setQuantity({
      subscriptionId,
      itemId,
      quantity: to,
      charge,
      key: `k${(version += 1)}`,
      ...(prorateFrom !== undefined && { prorateFrom }),
    });
  return { ...bench, customerId, checkout, subscription, subscriptionId, itemId, invoices, setQuantity };
};

const totals = (invoices: { total: number; status: string }[]) => invoices.map(({ total, status }) => [total, status]);

describe('checkout', () => {
  it('sells seats in three calls, in the mode whose arithmetic is ours', async () => {
    const { requests, subscription, emulator, subscriptionId, invoices } = await subscribed();
    expect(requests.slice(0, 3)).toEqual(['POST /v1/customers', 'GET /v1/prices', 'POST /v1/checkout/sessions']);
    expect(await subscription()).toMatchObject({
      state: 'active',
      priceKey: 'team_monthly_usd',
      unitAmountCents: 3900,
      quantity: 3,
      periodEnd: Date.parse('2026-02-28T12:00:00Z') / 1000,
      latestInvoice: { state: 'paid' },
    });
    expect(emulator.state.subscriptions[subscriptionId]!.billing_mode).toEqual({ type: 'classic' });
    expect(totals(invoices())).toEqual([[11_700, 'paid']]);
  });

  it('stays open where the card is declined, is paid then, and cannot be paid twice or closed', async () => {
    const { payments, emulator, clock } = await openPayments();
    const customerId = await payments.ensureCustomer({ tenantId: 't', email: null });
    const of = {
      tenantId: 't',
      customerId,
      tier: 'PRO',
      quantity: 1,
      lockId: 'l',
      expiresAt: clock.seconds + 1860,
    } as const;
    const { sessionId } = await payments.openCheckout(of);
    expect(() => emulator.pay(sessionId, 'FAILS')).toThrow('Your card was declined.');
    expect(await payments.listSubscriptions(customerId)).toEqual([]);
    emulator.pay(sessionId, 'PAYS');
    expect(() => emulator.pay(sessionId, 'PAYS')).toThrow('This page is complete.');
    expect(await payments.expireCheckout(sessionId)).toBe('PAID');
    expect(await payments.listSubscriptions(customerId)).toHaveLength(1);
  });

  it('ends by itself, and says so once', async () => {
    const { payments, emulator, clock, advance } = await openPayments({ post: async () => 200 });
    const customerId = await payments.ensureCustomer({ tenantId: 't', email: null });
    const of = {
      tenantId: 't',
      customerId,
      tier: 'PRO',
      quantity: 1,
      lockId: 'l',
      expiresAt: clock.seconds + 1860,
    } as const;
    const { sessionId } = await payments.openCheckout(of);
    expect(await payments.openCheckout(of)).toMatchObject({ sessionId });
    await advance(1861);
    expect(() => emulator.pay(sessionId, 'PAYS')).toThrow('This page is expired.');
    expect(await payments.expireCheckout(sessionId)).toBe('EXPIRED');
    const types = Object.values(emulator.state.events).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('checkout'))).toEqual(['checkout.session.expired']);
  });

  it('offers tax where the stage has it', async () => {
    const { payments, emulator, clock } = await openPayments({ isTaxed: true });
    const customerId = await payments.ensureCustomer({ tenantId: 't', email: null });
    const of = {
      tenantId: 't',
      customerId,
      tier: 'PRO',
      quantity: 1,
      lockId: 'l',
      expiresAt: clock.seconds + 1860,
    } as const;
    const { sessionId } = await payments.openCheckout(of);
    expect(emulator.state.sessions[sessionId]!.automatic_tax.enabled).toBe(true);
  });
});

describe('seats', () => {
  it('charges exactly the seat above the peak, to the cent, and nothing below it', async () => {
    const { setQuantity, advance, invoices, subscription } = await subscribed({ quantity: 5 });
    await advance(12 * day);
    expect(await setQuantity(4, 'NOTHING')).toBe('DONE');
    expect(await setQuantity(5, 'NOTHING')).toBe('DONE');
    expect(totals(invoices())).toEqual([[19_500, 'paid']]);
    expect(await setQuantity(6, 'NOW')).toBe('DONE');
    // 16 of 28 days: floor(−5 × 39 × 16/28) + floor(6 × 39 × 16/28).
    expect(invoices()[1]!.lines.data.map(({ amount }) => amount)).toEqual([-11_143, 13_371]);
    expect(totals(invoices())[1]).toEqual([2228, 'paid']);
    expect(await subscription()).toMatchObject({ quantity: 6, state: 'active' });
  });

  it('changes nothing where a charge is declined, and answers DECLINED', async () => {
    const { setQuantity, subscription, emulator, invoices } = await subscribed();
    emulator.controls.failNextCharge = true;
    expect(await setQuantity(4, 'NOW')).toBe('DECLINED');
    expect(await subscription()).toMatchObject({ quantity: 3, state: 'active' });
    expect(invoices()).toHaveLength(1);
    expect(await setQuantity(4, 'NOW')).toBe('DONE');
  });

  it('bills a proration that waits with the renewal, and a removal behind the boundary comes back whole', async () => {
    const { setQuantity, advance, invoices, subscription, emulator, customerId } = await subscribed();
    await advance(14 * day);
    await setQuantity(4, 'NEXT_INVOICE');
    expect(invoices()).toHaveLength(1);
    await advance(14 * day);
    const renewed = await subscription();
    expect(renewed).toMatchObject({ quantity: 4, latestInvoice: { state: 'draft' } });
    expect(renewed.periodStart).toBe(Date.parse('2026-02-28T12:00:00Z') / 1000);
    expect(renewed.periodEnd).toBe(Date.parse('2026-03-31T12:00:00Z') / 1000);
    await advance(1800);
    await setQuantity(3, 'NOW', renewed.periodStart);
    expect(emulator.state.customers[customerId]!.balance).toBe(-3900);
    await advance(1800);
    expect(totals(invoices())).toEqual([
      [11_700, 'paid'],
      [15_600 + 1950, 'paid'],
      [-3900, 'paid'],
    ]);
    expect(invoices()[1]).toMatchObject({ starting_balance: -3900, amount_paid: 15_600 + 1950 - 3900 });
  });

  it('previews a change of tier with what it would cost now', async () => {
    const { payments, subscriptionId, itemId, advance, invoices } = await subscribed();
    await advance(14 * day);
    const preview = await payments.preview({ subscriptionId, itemId, tier: 'PRO', quantity: 1 });
    expect(preview).toEqual({ amountDueCents: 0, totalCents: -5850 + 1000 });
    const change = { subscriptionId, itemId, tier: 'PRO', quantity: 1, key: 'to-pro' } as const;
    expect(await payments.changePrice(change)).toBe('DONE');
    expect(totals(invoices())[1]).toEqual([preview.totalCents, 'paid']);
  });
});

describe('the end of a subscription', () => {
  it('comes at the end of the period where that was asked for, and not where it was undone', async () => {
    const { payments, subscriptionId, advance, subscription } = await subscribed();
    await payments.setCancelAtPeriodEnd({ subscriptionId, isCancelled: true, key: 'a' });
    await payments.setCancelAtPeriodEnd({ subscriptionId, isCancelled: false, key: 'b' });
    await advance(29 * day);
    expect(await subscription()).toMatchObject({ state: 'active', cancelAtPeriodEnd: false });
    await payments.setCancelAtPeriodEnd({ subscriptionId, isCancelled: true, key: 'c' });
    await advance(31 * day);
    expect(await subscription()).toMatchObject({
      state: 'canceled',
      endedAt: Date.parse('2026-03-31T12:00:00Z') / 1000,
    });
  });

  it('gives the unused time back as credit or not, and a second time changes nothing', async () => {
    const { payments, subscriptionId, advance, invoices, emulator, customerId } = await subscribed();
    await advance(14 * day);
    await payments.cancel({ subscriptionId, withCredit: true, key: 'x' });
    await payments.cancel({ subscriptionId, withCredit: true, key: 'y' });
    expect(totals(invoices())[1]).toEqual([-5850, 'paid']);
    expect(emulator.state.customers[customerId]!.balance).toBe(-5850);
  });

  it('follows on a failed renewal: past due, open, and paid no more once it is void', async () => {
    const { payments, subscriptionId, advance, subscription, invoices } = await subscribed({ card: 'FAILS_LATER' });
    await advance(28 * day + 3599);
    expect(await subscription()).toMatchObject({ state: 'active', latestInvoice: { state: 'draft' } });
    await advance(1);
    expect(await subscription()).toMatchObject({ state: 'past_due', latestInvoice: { state: 'open' } });
    await payments.cancel({ subscriptionId, withCredit: false, key: 'x' });
    await payments.voidOpenInvoices(subscriptionId);
    await advance(60 * day);
    expect(await subscription()).toMatchObject({ state: 'canceled', latestInvoice: { state: 'void' } });
    expect(totals(invoices())).toEqual([
      [11_700, 'paid'],
      [11_700, 'void'],
    ]);
  });

  it('is undone by a card that works, and comes after eight tries without one', async () => {
    const one = await subscribed({ card: 'FAILS_LATER' });
    await one.advance(29 * day);
    one.emulator.replaceCard(one.customerId, 'PAYS');
    await one.advance(2 * day);
    expect(await one.subscription()).toMatchObject({ state: 'active', latestInvoice: { state: 'paid' } });
    const other = await subscribed({ card: 'FAILS_LATER' });
    await other.advance(28 * day + 14 * day);
    expect(await other.subscription()).toMatchObject({ state: 'canceled' });
    expect(other.invoices()[1]).toMatchObject({ attempt_count: 8, status: 'open' });
  });
});

describe('a provider in trouble', () => {
  it('is DEPENDENCY_UNAVAILABLE where it does not answer, at every call', async () => {
    const { payments, emulator, subscriptionId, itemId, customerId, checkout } = await subscribed();
    emulator.controls.isDown = true;
    const change = { subscriptionId, itemId, quantity: 4, key: 'k' };
    const calls: (() => Promise<unknown>)[] = [
      () => payments.ensureCustomer({ tenantId: 'u', email: null }),
      () => payments.expireCheckout(checkout.sessionId),
      () => payments.openPortal({ customerId, returnUrl: 'https://app.example.com' }),
      () => payments.preview({ subscriptionId, itemId, tier: 'PRO', quantity: 1 }),
      () => payments.listSubscriptions(customerId),
      () => payments.setQuantity({ ...change, charge: 'NOW' }),
      () => payments.changePrice({ ...change, tier: 'PRO' }),
      () => payments.setCancelAtPeriodEnd({ subscriptionId, isCancelled: true, key: 'k' }),
      () => payments.cancel({ subscriptionId, withCredit: true, key: 'k' }),
      () => payments.voidOpenInvoices(subscriptionId),
      () => payments.unitPriceCents('PRO'),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  });

  it('is asked again where an answer was lost, and carries the write out once', async () => {
    const { emulator, setQuantity, invoices } = await subscribed({ retries: 1 });
    emulator.controls.loseNextAnswer = true;
    expect(await setQuantity(4, 'NOW')).toBe('DONE');
    expect(invoices()).toHaveLength(2);
  });

  it('refuses a key that stood for another request, and forgets it after a day', async () => {
    const { payments, subscriptionId, itemId, advance } = await subscribed();
    const change = { subscriptionId, itemId, charge: 'NOTHING', key: 'same' } as const;
    await payments.setQuantity({ ...change, quantity: 4 });
    await expect(payments.setQuantity({ ...change, quantity: 5 })).rejects.toThrow(/Keys for idempotent requests/);
    await advance(day);
    expect(await payments.setQuantity({ ...change, quantity: 5 })).toBe('DONE');
  });
});

describe('events', () => {
  const collected = async (controls: Partial<Awaited<ReturnType<typeof openPayments>>['emulator']['controls']>) => {
    const sent: { type: string; id: string }[] = [];
    const bench = await openPayments({
      post: async ({ body }) => {
        sent.push(JSON.parse(body) as { type: string; id: string });
        return 200;
      },
    });
    Object.assign(bench.emulator.controls, controls);
    const customerId = await bench.payments.ensureCustomer({ tenantId: 't', email: null });
    const of = { tenantId: 't', customerId, tier: 'PRO', quantity: 1, lockId: 'l' } as const;
    const { sessionId } = await bench.payments.openCheckout({ ...of, expiresAt: bench.clock.seconds + 1860 });
    bench.emulator.pay(sessionId, 'PAYS');
    await bench.emulator.deliver();
    return { ...bench, sent, types: () => sent.map(({ type }) => type) };
  };
  const all = ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed'];

  it('come in order, twice, in another order, late, or not at all, as a tester says', async () => {
    expect((await collected({})).types()).toEqual(all);
    expect((await collected({ duplicateEvents: true })).types()).toEqual(all.flatMap((type) => [type, type]));
    expect((await collected({ reorderSeed: 2 })).types()).not.toEqual(all);
    expect((await collected({ reorderSeed: 2 })).types().toSorted()).toEqual(all.toSorted());
    expect((await collected({ dropEvents: true })).types()).toEqual([]);
    const late = await collected({ lagSeconds: 90 });
    expect(late.types()).toEqual([]);
    await late.advance(90);
    expect(late.types()).toEqual(all);
  });

  it('are sent again until they are taken', async () => {
    let isTaken = false;
    const { emulator, payments, clock, advance } = await openPayments({ post: async () => (isTaken ? 200 : 503) });
    const customerId = await payments.ensureCustomer({ tenantId: 't', email: null });
    const of = {
      tenantId: 't',
      customerId,
      tier: 'PRO',
      quantity: 1,
      lockId: 'l',
      expiresAt: clock.seconds + 1860,
    } as const;
    emulator.pay((await payments.openCheckout(of)).sessionId, 'PAYS');
    await advance(3600);
    expect(emulator.state.deliveries).toHaveLength(3);
    isTaken = true;
    await advance(2 * 3600);
    expect(emulator.state.deliveries).toEqual([]);
  });
});

it('refuses what it does not know by name, and says which', async () => {
  const { emulator } = await openPayments();
  const ask = (path: string, body: string) => {
    const headers = { Authorization: 'Bearer sk_test_1', 'Idempotency-Key': body };
    const { status, body: text } = emulator.answer({ method: 'POST', path, body, headers });
    return { status, ...(JSON.parse(text) as { error: object }).error };
  };
  expect(ask('/v1/customers', 'nickname=Ada')).toMatchObject({
    status: 400,
    code: 'parameter_unknown',
    param: 'nickname',
  });
  expect(ask('/v1/charges', 'amount=1')).toMatchObject({ status: 404 });
});

it('lives on in what was kept of it', async () => {
  const { emulator, subscription, clock } = await subscribed();
  const state = structuredClone(emulator.state);
  clock.setTo(clock.now().getTime() + 29 * day * 1000);
  const { PaymentsEmulator } = await import('../../local/payments/emulator.ts');
  const again = new PaymentsEmulator({ now: clock.now, origin: () => 'http://x', state });
  again.catchUp();
  expect(Object.values(again.state.subscriptions)[0]).toMatchObject({
    id: (await subscription()).id,
    status: 'active',
  });
  expect(Object.values(again.state.invoices)).toHaveLength(2);
});
