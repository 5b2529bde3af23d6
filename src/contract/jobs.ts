import type { AuditAction } from './audit-actions.ts';
import type { Capability } from './capabilities.ts';

/** What the payment provider's events are called on our bus. */
export const paymentEventRule = { source: 'dezycro.payments', detailType: 'PAYMENT_EVENT' } as const;

/** What the table's stream tells jobs of. */
type InsertedType = 'VERIFIER_STATUS_UPDATE' | 'WEBHOOK_DELIVERY';

/**
 * Work that no request and no state machine asks for: the single source of its function, rights and trigger. `functions/jobs/<name>.ts`
 * carries it out.
 */
export type Job = {
  name: string;
  /** What sets it off: new items of the table with this `type`, events of the payment provider on our bus, the clock, or more than one. */
  trigger: { readonly inserts?: InsertedType; readonly payments?: true; readonly everyMinutes?: number };
  uses: readonly Capability[];
  /** What the audit log says of it, in the same transaction. */
  audits?: readonly AuditAction[];
  timeoutSeconds: number;
  memoryMb: number;
  /** As of an endpoint. */
  concurrencyShare?: number;
  /** One run waits for the end of the one before. */
  runsAlone?: true;
};

const defineJob = <const J extends Job>(job: J): J => job;

export const publishEvents = defineJob({
  name: 'publish-events',
  trigger: { inserts: 'VERIFIER_STATUS_UPDATE' },
  uses: ['deliveries:queue', 'events:publish', 'events:mark'],
  timeoutSeconds: 30,
  memoryMb: 512,
});

/** Takes up what a process that ended in between left open. */
export const sweep = defineJob({
  name: 'sweep',
  trigger: { everyMinutes: 5 },
  uses: [
    'open-work:read',
    'deliveries:queue',
    'events:publish',
    'events:mark',
    'builds:write',
    'builds:start',
    'builds:read',
    'runs:write',
    'workbooks:read',
    'waivers:read',
    'blobs:read',
    'blobs:write',
    'cases:read',
    'cases:write',
    'generations:start',
    'deletions:start',
    'allowance:spend',
  ],
  timeoutSeconds: 120,
  memoryMb: 512,
});

/** Posts events to customers' webhooks: each as soon as it is queued, and again when its next attempt is due. */
export const deliverWebhooks = defineJob({
  name: 'deliver-webhooks',
  trigger: { inserts: 'WEBHOOK_DELIVERY', everyMinutes: 1 },
  uses: ['open-work:read', 'deliveries:write', 'webhook-secrets:decrypt', 'webhooks:send'],
  timeoutSeconds: 90,
  memoryMb: 512,
  // Servers of others let it wait.
  concurrencyShare: 0.05,
});

/** Removes runs whose time is over. */
export const expireRuns = defineJob({
  name: 'expire-runs',
  trigger: { everyMinutes: 60 },
  uses: ['open-work:read', 'plans:read', 'runs:expire', 'blobs:remove'],
  timeoutSeconds: 600,
  memoryMb: 512,
});

/** Removes invited users whose invitation has ended. */
export const expireInvitations = defineJob({
  name: 'expire-invitations',
  trigger: { everyMinutes: 60 },
  uses: ['open-work:read', 'plans:read', 'invitations:expire'],
  audits: ['SEAT_REMOVED'],
  timeoutSeconds: 120,
  memoryMb: 512,
});

/** Seals the entries of every hour that has ended (decision record 0113). */
export const sealAuditLog = defineJob({
  name: 'seal-audit-log',
  trigger: { everyMinutes: 60 },
  uses: ['audit:seal', 'seals:copy'],
  timeoutSeconds: 600,
  memoryMb: 512,
});

/** Makes a tenant's plan what the payment provider says; by the clock it ends what is to be stopped there. */
export const applyPayments = defineJob({
  name: 'apply-payments',
  trigger: { payments: true, everyMinutes: 15 },
  uses: ['open-work:read', 'payment-customers:read', 'plans:read', 'plans:write', 'payments:ask', 'seats:mark'],
  audits: ['PLAN_UPGRADED', 'PLAN_DOWNGRADED'],
  timeoutSeconds: 120,
  memoryMb: 512,
});

/** Compares each plan with the payment provider once a day. */
export const reconcilePayments = defineJob({
  name: 'reconcile-payments',
  trigger: { everyMinutes: 60 },
  uses: ['open-work:read', 'plans:read', 'plans:write', 'payments:ask', 'seats:mark'],
  audits: ['PLAN_UPGRADED', 'PLAN_DOWNGRADED'],
  timeoutSeconds: 600,
  memoryMb: 512,
});

/** Tells the payment provider of seats that changed. */
export const syncSeats = defineJob({
  name: 'sync-seats',
  trigger: { everyMinutes: 1 },
  uses: ['open-work:read', 'plans:read', 'plans:write', 'payments:ask', 'seats:mark'],
  audits: ['PLAN_UPGRADED', 'PLAN_DOWNGRADED', 'BILLING_SEAT_DECLINED'],
  timeoutSeconds: 300,
  memoryMb: 512,
  runsAlone: true,
});

/** Every job once. */
export const jobs: readonly Job[] = [
  publishEvents,
  sweep,
  deliverWebhooks,
  expireRuns,
  expireInvitations,
  sealAuditLog,
  applyPayments,
  reconcilePayments,
  syncSeats,
];
