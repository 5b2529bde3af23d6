import type { FeatureIds, ProjectIds } from '#domain/access/scope.ts';
import type { BuildIds } from '#domain/builds/build-step.ts';
import type { GenerationIds } from '#domain/generation/generation-step.ts';
import type { StoredEvent } from '#domain/events/verifier-status-update.ts';
import type { RunDay } from './run-repository.ts';
import type { Delivery } from './webhook-repository.ts';

/** A plan that is to be looked at; `isStopping`: something is to be ended at the provider. */
export type DuePlan = { tenantId: string; isStopping: boolean };

/**
 * What was begun and has not ended, of every tenant, oldest first; of more than `limit` about the oldest, of each tenant the oldest. It may show
 * what ended a moment ago.
 */
export interface OpenWorkReader {
  /** Builds that were queued before and are QUEUED or BUILDING. */
  listBuilds(before: Date): Promise<BuildIds[]>;
  /** Generations that were begun before and are RUNNING. */
  listGenerations(before: Date): Promise<GenerationIds[]>;
  /** Projects that were deleted before and of which something may be left. */
  listDeletions(before: Date): Promise<ProjectIds[]>;
  /** Events that happened before and are not published, at most `limit`. */
  listEvents(before: Date, limit: number): Promise<StoredEvent[]>;
  /** Deliveries whose next attempt was due before, at most `limit`. */
  listDeliveries(before: Date, limit: number): Promise<Delivery[]>;
  /** Invited users whose invitation ended before, at most `limit`. */
  listInvitations(before: Date, limit: number): Promise<{ tenantId: string; userId: string }[]>;
  /** Tenants whose seats changed before and are not compared with the payment provider's, at most `limit`. */
  listSeats(before: Date, limit: number): Promise<{ tenantId: string }[]>;
  /** Plans that were to be compared with the payment provider before, at most `limit`. */
  listPlans(before: Date, limit: number): Promise<DuePlan[]>;
  /** Days of runs that were to be looked at before, at most `limit`. */
  listRunDays(before: Date, limit: number): Promise<RunDay[]>;
  /** Runs that were stored before and are not counted for their feature, at most `limit`. */
  listWaitingRuns(before: Date, limit: number): Promise<(FeatureIds & { runId: string })[]>;
}
