import type { AuditAction, AuditTargetType } from '#contract/audit-actions.ts';
import type { Actor, Tier } from '#domain/access/actor.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { auditDaysOf, type Plan } from '#domain/billing/plan.ts';
import { tiers } from '#domain/billing/tiers.ts';

export type AuditTarget = { type: AuditTargetType; id: string; name?: string | null };

/** Facts about the action. Never a secret, never a text that may hold one (a URL, a script). */
export type AuditMetadata = Readonly<Record<string, string | number | boolean | null>>;

/** One line of the audit log (decision record 0100). */
export type AuditEntry = {
  id: string;
  at: string;
  action: AuditAction;
  /** `userId` null: the service itself, by what the payment provider says. */
  actor: { userId: string | null; email: string | null; tokenId: string | null };
  target: { type: AuditTargetType; id: string; name: string | null };
  requestId: string;
  metadata: AuditMetadata;
  /** Epoch seconds at which the table drops the entry. */
  expiresAt: number;
};

/** Makes the entry of one action of the request under way. */
export type Audit<Action extends AuditAction = AuditAction> = (
  action: Action,
  target: AuditTarget,
  metadata?: AuditMetadata,
  /** Who does it, where the caller becomes another user by it. */
  who?: Who,
) => AuditEntry;

type Who = Pick<Actor, 'email' | 'tokenId'> & { userId: string | null; tier: Tier; auditDays?: number | null };

const longestName = 200;

/** Entries of what the caller does in one request. */
export const auditOf =
  (caller: Who, requestId: string, runtime: Pick<Runtime, 'newId' | 'now'>): Audit =>
  (action, { type, id, name = null }, metadata = {}, who = caller) => {
    const now = runtime.now();
    const days = who.auditDays ?? tiers[who.tier].auditRetentionDays;
    return {
      id: runtime.newId(),
      at: now.toISOString(),
      action,
      actor: { userId: who.userId, email: who.email, tokenId: who.tokenId },
      target: { type, id, name: name && name.slice(0, longestName) },
      requestId,
      metadata,
      expiresAt: Math.floor(now.getTime() / 1000) + days * 24 * 3600,
    };
  };

/** Entries of what the service does by itself for a tenant that then has the plan, since the payment provider says so. */
export const auditOfService = (plan: Pick<Plan, 'tier' | 'terms'>, runtime: Pick<Runtime, 'newId' | 'now'>): Audit => {
  const who = { userId: null, email: null, tokenId: null, tier: plan.tier, auditDays: auditDaysOf(plan) };
  return auditOf(who, runtime.newId(), runtime);
};
