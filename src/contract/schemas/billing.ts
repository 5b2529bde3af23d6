import { named } from './primitives.ts';
import * as z from './zod.ts';

/** The most billable users that a tenant wants to have; null: no cap. */
export const billableCap = named(
  'BillableCap',
  z.object({ maxBillableUsers: z.nullable(z.int32().check(z.minimum(1))) }),
);

/** What the payment provider says: nothing of it is believed but whose state to fetch, so its form is its own. */
export const paymentNotice = named('PaymentNotice', z.looseObject({}));

export const paymentNoticeTaken = named('PaymentNoticeTaken', z.object({ received: z.literal(true) }));
