import { readSecret } from '#adapters/secrets-manager/read-secret.ts';
import { connectStripe } from '#adapters/stripe/connect-stripe.ts';
import { StripePayments, type StripePaymentsOptions } from '#adapters/stripe/stripe-payments.ts';
import type { Payments } from '#domain/ports/payments.ts';

type Settings = Omit<StripePaymentsOptions, 'stripe'> & {
  /** The name of the secret that holds the API key. */
  secret: string;
  /** Of a server that stands in for the provider, in tests of a deployment. */
  url: string | undefined;
};

export const openPayments = async ({ secret, url, ...options }: Settings): Promise<Payments> => {
  const stripe = connectStripe({ apiKey: (await readSecret(secret)).trim(), url });
  return new StripePayments({ ...options, stripe });
};
