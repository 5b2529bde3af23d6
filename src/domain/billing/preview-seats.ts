import type { previewSeats as endpoint } from '#contract/endpoints/subscription.ts';
import type { UseCase } from '#domain/use-case.ts';
import { limits } from './limits.ts';
import { seatPreviewOf } from './preview-rules.ts';

/** By our own formula, without a call of the provider (decision record 0107). */
export const previewSeats: UseCase<typeof endpoint> = async ({ scope, query: { add } }, ports, runtime) => {
  const { plan, billing } = await ports['plans:read'].get(scope);
  const { billableCount, maxBillableUsers } = billing;
  const cap = limits[plan.tier].billableUsers ?? maxBillableUsers;
  return { body: seatPreviewOf({ plan, billableCount, cap, add }, runtime.now()) };
};
