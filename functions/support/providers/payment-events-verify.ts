import type { PaymentEventSource, PaymentSignatures } from '#domain/ports/payments.ts';
import { variable } from './variable.ts';

/** The secret of the webhook's signatures is read, and what checks them loaded, with the first event. */
export const paymentEventSource = (): PaymentEventSource => {
  const secret = variable('PAYMENTS_WEBHOOK_SECRET');
  let opened: Promise<PaymentSignatures> | undefined;
  return {
    isLive: variable('PAYMENTS_MODE') === 'live',
    verify: async (of) => (await (opened ??= load(secret))).verify(of),
  };
};

const load = async (secret: string): Promise<PaymentSignatures> => {
  const { storedSignatures } = await import('./stored-signatures.ts');
  return storedSignatures(secret);
};
