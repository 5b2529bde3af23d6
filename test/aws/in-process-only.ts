/**
 * API tests that pay at the payment provider's emulator. It lies in the process of the test, where a deployment does not reach it; its
 * functions are deployed all the same, and what they may do is held by the template (test/infrastructure).
 */
export const paysInProcess = [
  'change-tier',
  'open-checkout',
  'open-portal',
  'payment-jobs',
  'preview-tier-change',
  'receive-payment-event',
  'sync-seats',
].map((name) => `test/api/${name}.test.ts`);
