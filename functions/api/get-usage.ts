import { getUsage as endpoint } from '#contract/endpoints/subscription.ts';
import { getUsage } from '#domain/billing/get-usage.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { allowanceReader } from '../support/providers/allowance-read.ts';
import { limitReader } from '../support/providers/limits-read.ts';
import { planReader } from '../support/providers/plans-read.ts';

export const operation = implement(endpoint, getUsage);
export const handler = onApiGateway(operation, {
  'plans:read': planReader,
  'limits:read': limitReader,
  'allowance:read': allowanceReader,
});
