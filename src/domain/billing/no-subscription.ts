import { ServiceError } from '#contract/errors.ts';

/** What a tenant is told that has bought nothing. */
export const noSubscription = (): ServiceError =>
  new ServiceError('NO_SUBSCRIPTION', 'Nothing was bought yet. Use POST /api/billing/checkout first.');
