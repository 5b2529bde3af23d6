import { Stripe } from 'stripe';
import { ServiceError } from '#contract/errors.ts';
import type { ChangeOutcome } from '#domain/ports/payments.ts';

const { StripeError, StripeCardError } = Stripe.errors;

/** Whether the provider answered with this status. */
export const isAnswer = (error: unknown, status: number): boolean =>
  error instanceof StripeError && error.statusCode === status;

/** No answer, a conflict with another request under way, too many requests, or a fault of the provider. */
const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof StripeError)) return false;
  const { statusCode: status } = error;
  return status === undefined || status === 409 || status === 429 || status >= 500;
};

/** Runs what asks the provider; one that cannot answer now is DEPENDENCY_UNAVAILABLE, anything else a defect of ours and thrown as it is. */
export const translated = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new ServiceError(
      'DEPENDENCY_UNAVAILABLE',
      'The payment provider did not answer. Nothing was charged that it does not show; try again in a minute.',
      [],
      { cause: error },
    );
  }
};

/** A declined card is an answer: nothing was changed. */
export const declinedOr = async (ask: () => Promise<ChangeOutcome>): Promise<ChangeOutcome> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StripeCardError && isAnswer(error, 402)) return 'DECLINED';
    throw error;
  }
};
