import { getSubscriptionStatus as endpoint } from '#contract/endpoints/subscription.ts';
import { getSubscriptionStatus } from '#domain/billing/get-subscription-status.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { planReader } from '../support/providers/plans-read.ts';

export const operation = implement(endpoint, getSubscriptionStatus);
export const handler = onApiGateway(operation, { 'plans:read': planReader });
