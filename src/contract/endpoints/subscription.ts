import { defineEndpoint } from '../define-endpoint.ts';
import { subscriptionStatus } from '../schemas/subscription.ts';

export const getSubscriptionStatus = defineEndpoint({
  operationId: 'getSubscriptionStatus',
  method: 'GET',
  path: '/api/billing/subscription-status',
  summary: 'Show the tier, the seats and the limits of the tenant',
  tags: ['Billing'],
  permission: 'subscription:read',
  success: { status: 200, body: subscriptionStatus },
  uses: ['plans:read'],
});
