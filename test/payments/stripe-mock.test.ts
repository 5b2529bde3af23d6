import { expect, it } from 'vitest';
import type { Stripe } from 'stripe';
import { connectStripe } from '#adapters/stripe/connect-stripe.ts';
import { setUpStripe } from '#adapters/stripe/set-up-stripe.ts';
import { StripePayments } from '#adapters/stripe/stripe-payments.ts';
import { PaymentsEmulator } from '../../local/payments/emulator.ts';
import { missingStripeMock, startStripeMock } from '../support/stripe-mock.ts';
import { StandingClock } from '../support/standing-clock.ts';

const missing = process.env['ORACLES'] === '1' ? missingStripeMock() : 'ORACLES=1 is not set';

if (missing === undefined) {
  it("Stripe's own mock takes every request that the adapter and setup-stripe make", oracle);
} else {
  console.warn(`SKIPPED: the requests of the adapter on Stripe's own mock, because ${missing}.`);
  it.skip(`skipped because ${missing}`, () => undefined);
}

async function oracle(): Promise<void> {
  const mock = await startStripeMock();
  try {
    const clock = new StandingClock('2026-01-31T12:00:00Z');
    const emulator = new PaymentsEmulator({ now: clock.now, origin: () => 'http://service.test' });
    const taken: string[] = [];
    const stripe = connectStripe({
      apiKey: 'sk_test_1',
      httpClient: alsoAt(mock.url, emulator.httpClient, taken),
      retries: 0,
    });
    await setUpStripe(stripe, 'https://api.example.com/api/billing/webhooks/stripe');
    const payments = new StripePayments({ stripe, returnUrl: () => 'https://app.example.com', isTaxed: true });
    const customerId = await payments.ensureCustomer({ tenantId: 't', email: 'ada@example.com' });
    await payments.unitPriceCents('TEAM');
    const of = { tenantId: 't', customerId, tier: 'PRO', quantity: 1, expiresAt: clock.seconds + 1860 } as const;
    await payments.expireCheckout((await payments.openCheckout({ ...of, lockId: 'a' })).sessionId);
    const paid = await payments.openCheckout({ ...of, lockId: 'b' });
    emulator.pay(paid.sessionId, 'PAYS');
    await payments.expireCheckout(paid.sessionId);
    await payments.openPortal({ customerId, returnUrl: 'https://app.example.com' });
    const [{ id: subscriptionId, itemId } = { id: '', itemId: '' }] = await payments.listSubscriptions(customerId);
    const change = { subscriptionId, itemId, tier: 'TEAM', quantity: 3 } as const;
    await payments.preview(change);
    await payments.changePrice({ ...change, key: 'c' });
    for (const [at, charge] of (['NOW', 'NEXT_INVOICE', 'NOTHING'] as const).entries())
      await payments.setQuantity({ ...change, quantity: 4 + at, charge, key: charge, prorateFrom: clock.seconds });
    await payments.setCancelAtPeriodEnd({ subscriptionId, isCancelled: true, key: 'e' });
    await payments.setCancelAtPeriodEnd({ subscriptionId, isCancelled: false, key: 'g' });
    emulator.replaceCard(customerId, 'FAILS');
    clock.setTo(clock.now().getTime() + 29 * 24 * 3_600_000);
    await payments.voidOpenInvoices(subscriptionId);
    await payments.cancel({ subscriptionId, withCredit: true, key: 'f' });
    expect(taken).toContainEqual(expect.stringMatching(/^POST .*\/void$/));
    expect(new Set(taken.map((request) => request.replaceAll(/\w+_local\w+/g, '{id}'))).size).toBeGreaterThanOrEqual(
      18,
    );
    console.log(`stripe-mock took ${taken.length} of ${taken.length} requests`);
  } finally {
    await mock.stop();
  }
}

/** A network whose every request must be taken by another server as well. */
function alsoAt(url: string, inner: Stripe.HttpClient, taken: string[]): Stripe.HttpClient {
  const send = inner.makeRequest.bind(inner);
  inner.makeRequest = async (host, port, path, method, headers, body, protocol, timeout) => {
    const { status, text } = await ask(`${url}${path}`, method, headers as Record<string, string>, body);
    if (status >= 300) throw new Error(`stripe-mock refused ${method} ${path} ${body}: ${status} ${text}`);
    taken.push(`${method} ${path.split('?')[0]}`);
    return send(host, port, path, method, headers, body, protocol, timeout);
  };
  return inner;
}

const ask = async (url: string, method: string, headers: Record<string, string>, body: string | null) => {
  const { 'Content-Length': _length, ...sent } = headers;
  const answer = await fetch(url, { method, headers: sent, ...(method === 'POST' && { body }) });
  return { status: answer.status, text: await answer.text() };
};
