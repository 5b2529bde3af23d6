import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Connect from '#adapters/stripe/connect-stripe.ts';
import type * as Adapter from '#adapters/stripe/stripe-payments.ts';
import { smallerStripe } from '../../lib/bundling/smaller-stripe.ts';
import { openPayments } from '../support/payments.ts';

const root = join(import.meta.dirname, '../..');

describe("Stripe's package in a bundle", () => {
  const folder = mkdtempSync(join(tmpdir(), 'smaller-stripe-'));
  const bundle = async (name: string, plugins: Plugin[]): Promise<string> => {
    const outfile = join(folder, `${name}.mjs`);
    const contents = `export * from '#adapters/stripe/connect-stripe.ts'; export * from '#adapters/stripe/stripe-payments.ts';`;
    await build({
      stdin: { contents, resolveDir: root },
      absWorkingDir: root,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
      outfile,
      plugins,
    });
    return outfile;
  };
  let small: string;

  beforeAll(async () => {
    small = await bundle('small', [smallerStripe]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is at most 130 KB, and larger by two thirds with what we never call', async () => {
    const whole = statSync(await bundle('whole', [])).size;
    expect(statSync(small).size).toBeLessThan(130_000);
    expect(statSync(small).size).toBeLessThan(whole * 0.6);
  });

  it('has every resource that the adapter calls, and no other', async () => {
    const { connectStripe, StripePayments } = (await import(small)) as typeof Connect & typeof Adapter;
    const { emulator, clock } = await openPayments();
    const stripe = connectStripe({ apiKey: 'sk_test_1', httpClient: emulator.httpClient, retries: 0 });
    const payments = new StripePayments({ stripe, returnUrl: () => 'https://app.example.com', isTaxed: true });
    const customerId = await payments.ensureCustomer({ tenantId: 't', email: null });
    expect(await payments.unitPriceCents('TEAM')).toBe(3900);
    const of = { tenantId: 't', customerId, tier: 'PRO', quantity: 1, expiresAt: clock.seconds + 1860 } as const;
    const closed = await payments.openCheckout({ ...of, lockId: 'a' });
    expect(await payments.expireCheckout(closed.sessionId)).toBe('EXPIRED');
    const paid = await payments.openCheckout({ ...of, lockId: 'b' });
    emulator.pay(paid.sessionId, 'PAYS');
    expect(await payments.expireCheckout(paid.sessionId)).toBe('PAID');
    expect((await payments.openPortal({ customerId, returnUrl: 'https://app.example.com' })).url).toContain('/portal/');
    const [{ id: subscriptionId, itemId } = { id: '', itemId: '' }] = await payments.listSubscriptions(customerId);
    const change = { subscriptionId, itemId, tier: 'TEAM', quantity: 3 } as const;
    expect((await payments.preview(change)).amountDueCents).toBe(11_700 - 2000);
    expect(await payments.changePrice({ ...change, key: 'c' })).toBe('DONE');
    expect(await payments.setQuantity({ ...change, quantity: 4, charge: 'NOTHING', key: 'd' })).toBe('DONE');
    await payments.setCancelAtPeriodEnd({ subscriptionId, isCancelled: true, key: 'e' });
    await payments.voidOpenInvoices(subscriptionId);
    await payments.cancel({ subscriptionId, withCredit: true, key: 'f' });
    expect(await payments.listSubscriptions(customerId)).toMatchObject([{ state: 'canceled' }]);
    expect((stripe.charges as unknown as Record<string, unknown>)['create']).toBeUndefined();
  });

  it('answers a decline and an error as without it', async () => {
    const { connectStripe, StripePayments } = (await import(small)) as typeof Connect & typeof Adapter;
    const { emulator } = await openPayments();
    const stripe = connectStripe({ apiKey: 'sk_test_1', httpClient: emulator.httpClient, retries: 0 });
    const payments = new StripePayments({ stripe, returnUrl: () => 'https://app.example.com', isTaxed: false });
    emulator.controls.isDown = true;
    await expect(payments.listSubscriptions('cus_1')).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  });
});
