import { connectStripe } from '#adapters/stripe/connect-stripe.ts';
import { paymentsOnDemand } from '#adapters/stripe/payments-on-demand.ts';
import { setUpStripe } from '#adapters/stripe/set-up-stripe.ts';
import { StripePayments } from '#adapters/stripe/stripe-payments.ts';
import type { Payments } from '#domain/ports/payments.ts';
import type { PaymentsEmulator } from '../../local/payments/emulator.ts';

/** The real adapter and Stripe's own package on the emulator, with our products in it from the first question on. */
export const emulatedPayments = (emulator: PaymentsEmulator, origin: () => string): Payments => {
  const settings = { graceDays: 0, returnUrl: () => `${origin()}/docs` };
  return paymentsOnDemand(settings, async () => {
    const stripe = connectStripe({ apiKey: 'sk_test_local', httpClient: emulator.httpClient });
    await setUpStripe(stripe);
    return new StripePayments({ ...settings, stripe, isTaxed: false });
  });
};
