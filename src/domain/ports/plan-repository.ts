import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { Plan } from '#domain/billing/plan.ts';

/** What is counted of a tenant: written with each user and each workspace. */
export type BillingHeader = {
  /** Those who have joined; the others count who is invited too. */
  ownerCount: number;
  billableCount: number;
  viewerCount: number;
  workspaceCount: number;
  /** Set by the Owner; null: no cap. */
  maxBillableUsers: number | null;
  /** The first change of billable users that the payment provider has not been told, ISO 8601; null: it knows of all. */
  seatsChangedAt: string | null;
  /** Seats whose charge was declined are to be charged anew. */
  retriesDeclined: boolean;
};

export interface PlanReader {
  /** Both at once, strongly consistent. A tenant that has bought nothing has the plan FREE at version 0. */
  get(scope: TenantScope): Promise<{ plan: Plan; billing: BillingHeader }>;
  /** The same; undefined where the tenant has been closed. */
  find(scope: TenantScope): Promise<{ plan: Plan; billing: BillingHeader } | undefined>;
}

export type PlanChange = {
  /** The plan as it shall be, with the version that was read. */
  plan: Plan;
  /** When the reconciliation is to look at it again, ISO 8601; null: never. */
  nextCheckAt: string | null;
  /** The Owner's cap on billable users goes in the same transaction. */
  clearsCap: boolean;
  /** Seats are to be compared with the provider's since then. */
  checksSeatsAt?: Date;
  /** The checkout that was under way has led to this plan, or to nothing. */
  endsCheckout?: boolean;
  entries: readonly AuditEntry[];
};

export interface PlanWriter {
  /** All of it, where the plan is still at the version that was read; then it is one on. CHANGED: nothing was written, read again and decide again. */
  apply(scope: TenantScope, change: PlanChange, alongside?: Alongside): Promise<'DONE' | 'CHANGED'>;
  /** Of a tenant that has been closed. */
  remove(scope: TenantScope): Promise<void>;
}
