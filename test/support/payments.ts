import { connectStripe } from '#adapters/stripe/connect-stripe.ts';
import { setUpStripe } from '#adapters/stripe/set-up-stripe.ts';
import { StripePayments } from '#adapters/stripe/stripe-payments.ts';
import { advanceClock } from '../../local/payments/advance-clock.ts';
import { PaymentsEmulator } from '../../local/payments/emulator.ts';
import type { Webhook } from '../../local/payments/deliveries.ts';
import { webhookSecret } from './payment-events.ts';
import { StandingClock } from './standing-clock.ts';
import { watched } from './stripe-requests.ts';

export type PaymentsBench = Awaited<ReturnType<typeof openPayments>>;

/**
 * The real adapter and Stripe's own package on an emulator with our products in it, at a time that stands still. `requests` lists what was
 * asked, `METHOD /path`.
 */
export const openPayments = async (
  given: {
    clock?: StandingClock;
    post?: Webhook['post'];
    isTaxed?: boolean;
    retries?: number;
    onRequest?: () => void;
  } = {},
) => {
  const clock = given.clock ?? new StandingClock('2026-01-31T12:00:00Z');
  const webhook = given.post && { secret: webhookSecret, post: given.post };
  const origin = (): string => 'http://service.test';
  const emulator = new PaymentsEmulator({ now: clock.now, origin, ...(webhook && { webhook }) });
  const { client: httpClient, requests } = watched(emulator.httpClient, given.onRequest);
  const stripe = connectStripe({ apiKey: 'sk_test_local', httpClient, retries: given.retries ?? 0 });
  await setUpStripe(stripe);
  requests.length = 0;
  const options = { stripe, returnUrl: () => 'https://app.example.com/billing', isTaxed: given.isTaxed ?? false };
  const payments = new StripePayments(options);
  /** Moves the clock on; everything due in between happens at its time, and its events are delivered. */
  const advance = (seconds: number): Promise<void> => advanceClock(seconds, clock, emulator);
  return { emulator, httpClient, stripe, payments, clock, advance, requests };
};
