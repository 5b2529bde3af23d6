import { Stripe } from 'stripe';
import type { PaymentEvent, PaymentSignatures } from '#domain/ports/payments.ts';

const toleranceSeconds = 300;

/**
 * Checks what a webhook says against the secrets of its endpoint: several while one takes the place of another. `secrets` is asked once
 * for each check, so that it may remember them or not.
 */
export const stripeSignatures = (secrets: () => Promise<readonly string[]>): PaymentSignatures => ({
  verify: async ({ body, header, now }) => {
    const claims = claimsIn(header);
    if (isAhead(claims, now)) return undefined;
    for (const secret of await secrets()) {
      const event = constructed(body, claims.join(), secret, now);
      if (event) return event;
    }
    return undefined;
  },
});

/** The parts of the header that can be a time or a signature: at any other the package fails with errors that are no refusal. */
const claimsIn = (header: string): string[] =>
  header.split(',').filter((part) => /^(?:t=\d{1,12}|v1=[\da-f]{64})$/.test(part));

/** The package refuses what is too old; one from the future would stay valid for longer than it should. */
const isAhead = (claims: readonly string[], now: Date): boolean =>
  claims.some((claim) => claim.startsWith('t=') && Number(claim.slice(2)) > now.getTime() / 1000 + toleranceSeconds);

const constructed = (body: string, header: string, secret: string, now: Date): PaymentEvent | undefined => {
  try {
    const event = Stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, now.getTime());
    return eventOf(event);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
};

/** Nothing of the event is believed but whose it is. */
const eventOf = ({ id, type, livemode, data }: Stripe.Event): PaymentEvent => {
  const subject = data.object as { object?: string; id?: string; customer?: string | { id: string } | null };
  const customer = subject.object === 'customer' ? subject.id : subject.customer;
  return { id, type, isLive: livemode, customerId: (typeof customer === 'object' ? customer?.id : customer) ?? null };
};
