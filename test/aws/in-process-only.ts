import type { GrantRow } from '../support/grants-table.ts';

/**
 * API tests that pay at the payment provider's emulator. It lies in the process of the test, where a deployment does not reach it; its
 * functions are deployed all the same, and what they may do is held by the template (test/infrastructure).
 */
export const paysInProcess = [
  'change-tier',
  'open-checkout',
  'open-portal',
  'payment-jobs',
  'preview-seats',
  'preview-tier-change',
  'receive-payment-event',
  'sync-seats',
].map((name) => `test/api/${name}.test.ts`);

/** Operations that pay, in tests of many operations (test/api/idempotency.test.ts). */
export const payingOperations = ['previewTierChange', 'changeTier', 'openPortal', 'openCheckout'];

/** Whether a deployment does not run the test of the row. */
export const isInProcessOnly = ({ file, test }: GrantRow): boolean =>
  paysInProcess.includes(file) ||
  (file === 'test/api/idempotency.test.ts' && payingOperations.some((name) => test.startsWith(`${name} > `)));
