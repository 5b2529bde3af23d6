import { openPortal as endpoint } from '#contract/endpoints/billing.ts';
import { openPortal } from '#domain/billing/open-portal.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { answerKeeper } from '../support/providers/answers-keep.ts';
import { payments } from '../support/providers/payments-ask.ts';
import { planReader } from '../support/providers/plans-read.ts';

export const operation = implement(endpoint, openPortal);
export const handler = onApiGateway(operation, {
  'plans:read': planReader,
  'payments:ask': payments,
  'answers:keep': answerKeeper,
});
