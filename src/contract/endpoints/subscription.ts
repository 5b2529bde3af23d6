import { defineEndpoint } from '../define-endpoint.ts';
import { seatPreview, seatQuery, subscriptionStatus, usage } from '../schemas/subscription.ts';

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

export const getUsage = defineEndpoint({
  operationId: 'getUsage',
  method: 'GET',
  path: '/api/billing/usage',
  summary: 'Show what the plan allows and how much of it is used: AI tokens, seats, limits',
  tags: ['Billing'],
  permission: 'subscription:read',
  success: { status: 200, body: usage },
  uses: ['plans:read', 'limits:read', 'allowance:read'],
});

export const previewSeats = defineEndpoint({
  operationId: 'previewSeats',
  method: 'GET',
  path: '/api/manage/seat-preview',
  summary: 'Show what more billable users would cost, now and at the renewal, before they are invited',
  tags: ['Billing'],
  permission: 'user:manage',
  request: { query: seatQuery },
  success: { status: 200, body: seatPreview },
  uses: ['plans:read'],
});
