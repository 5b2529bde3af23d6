import { setBillableCap as endpoint } from '#contract/endpoints/billing.ts';
import { setBillableCap } from '#domain/billing/set-billable-cap.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { billingCapWriter } from '../support/providers/billing-cap-write.ts';
import { planReader } from '../support/providers/plans-read.ts';

export const operation = implement(endpoint, setBillableCap);
export const handler = onApiGateway(operation, {
  'plans:read': planReader,
  'billing-cap:write': billingCapWriter,
});
