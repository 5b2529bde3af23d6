import { changeTier as endpoint } from '#contract/endpoints/billing.ts';
import { changeTier } from '#domain/billing/change-tier.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { payments } from '../support/providers/payments-ask.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { planWriter } from '../support/providers/plans-write.ts';

export const operation = implement(endpoint, changeTier);
export const handler = onApiGateway(operation, {
  'plans:read': planReader,
  'plans:write': planWriter,
  'payments:ask': payments,
});
