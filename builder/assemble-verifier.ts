import { encodePlanSlot, PLAN_SLOT_PLACEHOLDER } from '#verifier/plan/plan-slot.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';

/**
 * The finished verifier of platform `node`: the runner with the bundle in its plan slot. The same runner and bundle give the same bytes.
 * Throws when the runner has not exactly one slot: then it is no runner, or one that was stamped before.
 */
export const assembleVerifier = (runner: Uint8Array, bundle: PlanBundle): Uint8Array => {
  const file = Buffer.from(runner.buffer, runner.byteOffset, runner.byteLength);
  const start = file.indexOf(PLAN_SLOT_PLACEHOLDER);
  const end = start + PLAN_SLOT_PLACEHOLDER.length;
  if (start === -1) throw new Error('The runner has no plan slot.');
  if (file.includes(PLAN_SLOT_PLACEHOLDER, end)) throw new Error('The runner has more than one plan slot.');
  return Buffer.concat([file.subarray(0, start), Buffer.from(encodePlanSlot(bundle)), file.subarray(end)]);
};
