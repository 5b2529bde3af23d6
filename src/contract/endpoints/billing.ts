import { defineEndpoint } from '../define-endpoint.ts';
import { billableCap, paymentNotice, paymentNoticeTaken } from '../schemas/billing.ts';
import { subscriptionStatus } from '../schemas/subscription.ts';

export const setBillableCap = defineEndpoint({
  operationId: 'setBillableCap',
  method: 'PUT',
  path: '/api/billing/max-billable-users',
  summary: 'Set the most billable users that the tenant may have, or remove that cap',
  tags: ['Billing'],
  permission: 'billing:manage',
  container: 'NONE',
  request: { body: billableCap },
  success: { status: 200, body: subscriptionStatus },
  uses: ['plans:read', 'billing-cap:write'],
  audits: ['BILLING_CAP_CHANGED'],
  errors: ['CAP_NOT_SUPPORTED', 'CAP_BELOW_USAGE'],
});

export const receivePaymentEvent = defineEndpoint({
  operationId: 'receivePaymentEvent',
  method: 'POST',
  path: '/api/billing/webhooks/stripe',
  summary: 'Take a signed event of the payment provider; what it is about is fetched and applied later',
  tags: ['Billing'],
  permission: 'public',
  container: 'NONE',
  request: { body: paymentNotice },
  success: { status: 200, body: paymentNoticeTaken },
  uses: ['payment-events:verify', 'payment-events:publish'],
  errors: ['SIGNATURE_INVALID', 'DEPENDENCY_UNAVAILABLE'],
});
