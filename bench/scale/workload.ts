import type { ActivityName } from './record-trace.ts';

/** Tenants at each step. */
export const steps = [10, 100, 1_000, 10_000, 100_000] as const;

/** What is taken for how tenants work. A million runs a day are those of 100,000 tenants. */
export const workload = {
  runsPerTenantADay: 10,
  /** Of the day's work in its busiest hour. */
  peakHourShare: 0.15,
  /** Of all work: what one tenant does, in one project. */
  hotTenantShare: 0.1,
  projectsPerTenant: 3,
  /** Of the tenants: those that have a subscription. */
  payingShare: 0.2,
  runRetentionDays: 30,
} as const;

/** How often each activity happens for one run. */
export const perRun: Record<ActivityName, number> = {
  publish: 0.2,
  pull: 1,
  run: 1,
  look: 0.5,
  generate: 0.02,
  wait: 0.4,
};

/** What is taken for times and sizes where nothing runs on AWS. */
export const assumed = {
  /** `GET /api/v1/events?waitSeconds=25` without news. */
  waitSeconds: 25,
  planSeconds: 2,
  planGigabytes: 3,
  /** One small step of a state machine, or one call of a job. */
  taskSeconds: 0.05,
  stampSeconds: 20,
  /** The six files of a build. */
  verifierBytes: 5e8,
  /** How long removed objects are kept as older versions. */
  olderVersionsDays: 30,
  /** Shards of the stream of a table that is new. */
  firstShards: 4,
} as const;
