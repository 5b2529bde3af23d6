import { paymentsOnDemand } from '#adapters/stripe/payments-on-demand.ts';
import type { Payments } from '#domain/ports/payments.ts';
import { variable } from './variable.ts';

/** What speaks to the payment provider, and its key, is loaded and read with the first question. */
export const payments = (): Payments => {
  const settings = { graceDays: Number(variable('PAYMENTS_GRACE_DAYS')), returnUrl };
  return paymentsOnDemand(settings, async () => {
    const { openPayments } = await import('./stored-payments.ts');
    return openPayments({
      ...settings,
      secret: variable('PAYMENTS_KEY_SECRET'),
      url: process.env['PAYMENTS_URL'],
      isTaxed: variable('PAYMENTS_TAX') === 'on',
    });
  });
};

/** The page that the stage names for it. */
const returnUrl = (): string => `${variable('PAYMENTS_ORIGIN').replace(/\/$/, '')}/billing`;
