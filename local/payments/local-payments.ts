import { join } from 'node:path';
import { connectStripe } from '#adapters/stripe/connect-stripe.ts';
import { setUpStripe } from '#adapters/stripe/set-up-stripe.ts';
import { StripePayments } from '#adapters/stripe/stripe-payments.ts';
import { StartRefused } from '../parse-arguments.ts';
import { PaymentsEmulator } from './emulator.ts';
import { keepPayments, readPayments } from './state-file.ts';

export type LocalPayments = {
  payments: StripePayments;
  /** undefined: payments go to Stripe. */
  emulator: PaymentsEmulator | undefined;
};

type Options = {
  dataFolder: string;
  origin: () => string;
  now: () => Date;
  /** What our webhook is signed with. */
  webhookSecret: string;
};

/** Where our webhook is told of payments. */
const webhookPath = '/api/billing/webhooks/stripe';

/**
 * Payments of one machine: the emulator, or Stripe's test mode where STRIPE_SECRET_KEY is set (PAYMENTS_URL: a server that speaks like it).
 * Throws StartRefused for a key of live mode.
 */
export const openLocalPayments = (options: Options, environment = process.env): LocalPayments => {
  const { origin } = options;
  const key = environment['STRIPE_SECRET_KEY'];
  if (key && !/^[sr]k_test_/.test(key))
    throw new StartRefused('STRIPE_SECRET_KEY is no key of test mode; this machine takes no money.');
  const returnUrl = (): string => `${origin()}/docs`;
  if (key) {
    const stripe = connectStripe({ apiKey: key, url: environment['PAYMENTS_URL'] });
    return { payments: new StripePayments({ stripe, returnUrl, isTaxed: false }), emulator: undefined };
  }
  const emulator = openEmulator(options);
  const stripe = connectStripe({ apiKey: 'sk_test_local', httpClient: emulator.httpClient });
  return { payments: new StripePayments({ stripe, returnUrl, isTaxed: false }), emulator };
};

const openEmulator = ({ dataFolder, origin, now, webhookSecret }: Options): PaymentsEmulator => {
  const path = join(dataFolder, 'payments.json');
  const state = readPayments(path);
  const post = async ({ body, signature }: { body: string; signature: string }): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    // What does not answer is sent again later, as the provider does.
    const answer = await fetch(`${origin()}${webhookPath}`, { method: 'POST', headers, body }).catch(() => undefined);
    return answer?.status ?? 0;
  };
  const webhook = { secret: webhookSecret, post };
  return new PaymentsEmulator({ now, origin, webhook, keep: keepPayments(path), ...(state && { state }) });
};

/** Makes what the service sells, where it is not there yet. */
export const stockEmulator = async ({ httpClient }: PaymentsEmulator): Promise<void> => {
  await setUpStripe(connectStripe({ apiKey: 'sk_test_local', httpClient }));
};
