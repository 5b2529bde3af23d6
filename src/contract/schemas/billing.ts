import { named } from './primitives.ts';
import * as z from './zod.ts';

/** The most billable users that a tenant wants to have; null: no cap. */
export const billableCap = named(
  'BillableCap',
  z.object({ maxBillableUsers: z.nullable(z.int32().check(z.minimum(1))) }),
);
