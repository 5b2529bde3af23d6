import { CheckoutRepository } from '#adapters/dynamodb/checkout-repository.ts';
import type { AnswerKeeper } from '#domain/ports/checkout-repository.ts';
import { tables } from './tables.ts';

export const answerKeeper = (): AnswerKeeper => new CheckoutRepository(tables);
