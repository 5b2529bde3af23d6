import { readSecret } from '#adapters/secrets-manager/read-secret.ts';
import { stripeSignatures } from '#adapters/stripe/signature.ts';
import type { PaymentSignatures } from '#domain/ports/payments.ts';

const rememberedMs = 5 * 60_000;

/** Signatures against the secrets that a secret of the stage holds, one a line: two while one takes the place of the other. */
export const storedSignatures = (name: string, read = readSecret, now: () => number = Date.now): PaymentSignatures => {
  let known: { secrets: Promise<readonly string[]>; until: number } | undefined;
  const secrets = (): Promise<readonly string[]> => {
    if (known === undefined || known.until < now()) {
      const reading = read(name).then((text) => text.split(/\s+/).filter((each) => each !== ''));
      known = { secrets: reading, until: now() + rememberedMs };
      // A failure is not remembered.
      reading.catch(() => (known = undefined));
    }
    return known.secrets;
  };
  return stripeSignatures(secrets);
};
