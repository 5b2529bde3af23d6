import type { ServiceError } from '#contract/errors.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { AllowancePeriod, Reservation } from '#domain/ports/allowance.ts';
import { allowanceExhausted } from '#domain/billing/allowance-rules.ts';
import { absent, add, type Condition, less, some } from './expressions.ts';
import * as keys from './keys.ts';
import type { Write } from './writes.ts';

/** What is stored of an AI action that asked for tokens: lease and ledger in one. */
export type AiCall = Omit<Reservation, 'month' | 'day'> & {
  state: 'RESERVED' | 'SETTLED' | 'RELEASED';
  used: number;
  /** What each part of the call used, as far as it is counted. */
  parts: Record<string, number>;
  /** Names of the periods that it counts in. */
  month: string;
  day: string;
};

/** The writes of a reservation; `reservationRefusal` tells what the condition of one means. */
export const reservationWrites = (scope: TenantScope, reservation: Reservation): Write[] => {
  const { month, day, ...call } = reservation;
  const kept: AiCall = { ...call, state: 'RESERVED', used: 0, parts: {}, month: month.name, day: day.name };
  const counted = (per: 'month' | 'day', { name, limit }: AllowancePeriod): Write => ({
    update: keys.allowance(scope, per, name),
    changes: [add('reserved', call.tokens), add('used', 0), add('total', call.tokens)],
    if: room(limit),
  });
  const put: Write = { put: { ...keys.aiCall(scope, call.callId), ...kept }, if: absent('pk') };
  return call.own ? [put] : [counted('month', month), counted('day', day), put];
};

/** What it means that the write at this index refused; undefined where it was none of a period's. */
export const reservationRefusal = ({ month, day, own }: Reservation, index: number): ServiceError | undefined =>
  own ? undefined : [allowanceExhausted(month, 'month'), allowanceExhausted(day, 'day')][index];

/** An action begins as long as anything is left; it may end beyond the limit, and the next one waits. */
const room = (limit: number | null): Condition | undefined =>
  limit === null ? undefined : some(absent('total'), less('total', limit));
