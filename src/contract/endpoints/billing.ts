import { defineEndpoint } from '../define-endpoint.ts';
import {
  billableCap,
  checkoutPage,
  paymentNotice,
  paymentNoticeTaken,
  portalPage,
  portalRequest,
  tierChoice,
  tierPreview,
  tierToBuy,
  tierToHave,
} from '../schemas/billing.ts';
import { subscriptionStatus } from '../schemas/subscription.ts';

export const previewTierChange = defineEndpoint({
  operationId: 'previewTierChange',
  method: 'POST',
  path: '/api/billing/preview',
  summary: 'Show what another tier would cost and change now',
  tags: ['Billing'],
  permission: 'billing:manage',
  container: 'NONE',
  request: { body: tierChoice },
  success: { status: 200, body: tierPreview },
  uses: ['plans:read', 'workspaces:read', 'projects:read', 'features:read', 'notebooks:read', 'answers:keep'],
  errors: ['CONTRACT_TIER'],
});

export const openCheckout = defineEndpoint({
  operationId: 'openCheckout',
  method: 'POST',
  path: '/api/billing/checkout',
  summary: 'Open the page on which a previewed tier is bought; the same choice again has the same page',
  tags: ['Billing'],
  permission: 'billing:manage',
  container: 'NONE',
  request: { body: tierToBuy },
  success: { status: 200, body: checkoutPage },
  timeoutSeconds: 29,
  uses: ['plans:read', 'checkouts:write', 'payments:ask'],
  errors: ['PREVIEW_STALE', 'ALREADY_SUBSCRIBED', 'OWNERS_ABOVE_LIMIT', 'CONTRACT_TIER', 'DEPENDENCY_UNAVAILABLE'],
});

export const changeTier = defineEndpoint({
  operationId: 'changeTier',
  method: 'POST',
  path: '/api/billing/change-tier',
  summary:
    'Change to a previewed tier: PRO and TEAM at once, FREE when the period ends; the present tier undoes that end',
  tags: ['Billing'],
  permission: 'billing:manage',
  container: 'NONE',
  request: { body: tierToHave },
  success: { status: 200, body: subscriptionStatus },
  timeoutSeconds: 29,
  uses: ['plans:read', 'plans:write', 'payments:ask'],
  audits: ['PLAN_UPGRADED', 'PLAN_DOWNGRADED'],
  errors: [
    'PREVIEW_STALE',
    'NO_SUBSCRIPTION',
    'PAYMENT_DECLINED',
    'OWNERS_ABOVE_LIMIT',
    'CONTRACT_TIER',
    'DEPENDENCY_UNAVAILABLE',
  ],
});

export const openPortal = defineEndpoint({
  operationId: 'openPortal',
  method: 'POST',
  path: '/api/billing/portal',
  summary: 'Open the page on which card and invoices are managed, and the subscription is ended',
  tags: ['Billing'],
  permission: 'billing:manage',
  container: 'NONE',
  request: { body: portalRequest },
  success: { status: 200, body: portalPage },
  timeoutSeconds: 29,
  uses: ['plans:read', 'payments:ask', 'answers:keep'],
  errors: ['NO_SUBSCRIPTION', 'DEPENDENCY_UNAVAILABLE'],
});

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
