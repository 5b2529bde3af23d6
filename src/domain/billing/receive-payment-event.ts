import type { receivePaymentEvent as endpoint } from '#contract/endpoints/billing.ts';
import { ServiceError } from '#contract/errors.ts';
import type { PaymentEvent } from '#domain/ports/payments.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Signed by the provider and not for us: somebody must look at the settings of the webhook. Logged, never shown. */
class StrayPaymentEvent extends Error {
  override readonly name = 'StrayPaymentEvent';
}

/**
 * Checks the signature and hands the event on, nothing else (decision record 0105): order and repetition cannot matter, since whoever takes
 * it fetches the present state. What the bus does not take is answered 503, and the provider sends it again.
 */
export const receivePaymentEvent: UseCase<typeof endpoint> = async ({ text = '', headers }, ports, runtime) => {
  const source = ports['payment-events:verify'];
  const header = headers['stripe-signature'] ?? '';
  const event = await source.verify({ body: text, header, now: runtime.now() });
  if (event === undefined)
    throw new ServiceError(
      'SIGNATURE_INVALID',
      'The Stripe-Signature header does not sign this body now. Sign the bytes that are sent, with the secret of this endpoint.',
    );
  const stray = strayReason(event, source.isLive);
  if (stray !== undefined) return { body: { received: true }, defect: new StrayPaymentEvent(stray) };
  await publish(() => ports['payment-events:publish'].publish(event));
  return { body: { received: true } };
};

const strayReason = ({ id, type, isLive, customerId }: PaymentEvent, ownMode: boolean): string | undefined => {
  if (isLive !== ownMode) return `Event ${id} (${type}) is of ${isLive ? 'live' : 'test'} mode; this stage is not.`;
  return customerId === null ? `Event ${id} (${type}) names no customer.` : undefined;
};

const publish = async (send: () => Promise<void>): Promise<void> => {
  try {
    await send();
  } catch (cause) {
    throw new ServiceError('DEPENDENCY_UNAVAILABLE', 'The event was not taken. Send it again.', [], { cause });
  }
};
