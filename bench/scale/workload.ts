import type { ActivityName } from './record-trace.ts';

/** The numbers of tenants that are examined. */
export const steps = [10, 100, 1_000, 10_000, 100_000] as const;

/** Assumptions about the work of tenants. 100,000 tenants make a million runs a day. */
export const workload = {
  runsPerTenantADay: 10,
  /** The share of a day's work in its busiest hour. */
  peakHourShare: 0.15,
  /** The share of all work that one tenant does, in one project. */
  hotTenantShare: 0.1,
  projectsPerTenant: 3,
  /** The share of tenants with a subscription. */
  payingShare: 0.2,
  runRetentionDays: 30,
} as const;

/** How often each activity happens per run. */
export const perRun: Record<ActivityName, number> = {
  publish: 0.2,
  pull: 1,
  run: 1,
  look: 0.5,
  generate: 0.02,
  wait: 0.4,
};

/** Assumed times and sizes of work that does not run here as on AWS. */
export const assumed = {
  /** Seconds of `GET /api/v1/events?waitSeconds=25` without events. */
  waitSeconds: 25,
  planSeconds: 2,
  planGigabytes: 3,
  /** Seconds of a small step of a state machine, or of one call of a job. */
  taskSeconds: 0.05,
  stampSeconds: 20,
  /** Bytes of the six files of a build. */
  verifierBytes: 5e8,
  /** Days for which removed objects are kept as older versions. */
  olderVersionsDays: 30,
  /** Shards of the stream of a new table. */
  firstShards: 4,
} as const;
