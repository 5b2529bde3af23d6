import { readFileSync } from 'node:fs';
import { functionSecondsOf } from '../api/prices.ts';
import limitsFile from './limits.json' with { type: 'json' };
import { type Activity, type ActivityName, activityNames, type Trace } from './record-trace.ts';
import { type HotKey, peakRunsASecond, simulatePeak } from './simulate.ts';
import { assumed, perRun, workload } from './workload.ts';

export type Limit = (typeof limitsFile.limits)[number];
export const limits: readonly Limit[] = limitsFile.limits;

/** The load on each AWS limit in the busiest second or hour, for a number of tenants. */
export type Assessed = { tenants: number; loads: Record<string, number>; hotKeys: HotKey[] };

/** The number of state transitions of a successful execution, counted as the states of the machine. */
const transitionsOf = (machine: string): number => {
  const file = new URL(`../../statemachines/${machine}.asl.json`, import.meta.url);
  const { States } = JSON.parse(readFileSync(file, 'utf8')) as { States: Record<string, unknown> };
  return Object.keys(States).length;
};
export const buildTransitions = transitionsOf('build-verifier');
export const generationTransitions = transitionsOf('generate-validation-cases');

/** Sums a figure over all activities, each as often as it happens per run. */
export const forOneRun = (trace: Trace, figure: (activity: Activity, name: ActivityName) => number): number =>
  activityNames.reduce((sum, name) => sum + perRun[name] * figure(trace[name], name), 0);

/** Seconds of Lambda time of an activity, estimated from its counted calls. */
export const functionSeconds = ({ requests, jobs }: Activity): number =>
  [...requests, ...jobs].reduce((sum, one) => sum + functionSecondsOf(one), 0);

const jobsOf = ({ jobs }: Activity, name: string): number => jobs.filter(({ job }) => job === name).length;
const units = (of: 'readUnits' | 'writeUnits') => (activity: Activity) =>
  activity.touches.reduce((sum, touch) => sum + touch[of], 0);

/** The load on each limit of `limits.json` for a number of tenants. */
export const assess = (trace: Trace, tenants: number): Assessed => {
  const runs = peakRunsASecond(tenants);
  const hotKeys = simulatePeak(trace, tenants);
  const hottest = (store: HotKey['store']): number => hotKeys.find((key) => key.store === store)?.share ?? 0;
  const aSecond = (figure: (activity: Activity, name: ActivityName) => number): number =>
    runs * forOneRun(trace, figure);
  const builds = runs * perRun.publish;
  const generations = runs * perRun.generate;
  const steps = (builds * (buildTransitions - 1) + generations * generationTransitions) * assumed.taskSeconds;
  const requests = aSecond((activity) => activity.requests.length);
  const loads: Record<string, number> = {
    builds: builds * assumed.stampSeconds,
    stage: requests,
    gateway: requests,
    concurrency:
      aSecond(functionSeconds) + runs * perRun.wait * assumed.waitSeconds + builds * assumed.planSeconds + steps,
    tableWrites: aSecond(units('writeUnits')),
    tableReads: aSecond(units('readUnits')),
    tablePartition: hottest('table'),
    indexPartition: hottest('index'),
    deliveries: aSecond((activity) => jobsOf(activity, 'deliver-webhooks')) / assumed.firstShards,
    putEvents: aSecond((activity) => jobsOf(activity, 'publish-events')),
    starts: builds + generations,
    transitions: builds * buildTransitions + generations * generationTransitions,
    signatures: builds,
    objects: aSecond(({ requests: all }) => all.reduce((sum, { objectWrites }) => sum + objectWrites, 0)),
    expiry: (tenants * Math.min(workload.projectsPerTenant, workload.runsPerTenantADay)) / 24,
    comparison: (tenants * workload.payingShare) / 24,
  };
  return { tenants, loads, hotKeys };
};

/** The limits that are exceeded, the furthest first. `share`: load divided by limit. */
export const exceeded = ({ loads }: Assessed): (Limit & { share: number })[] =>
  limits
    .map((limit) => ({ ...limit, share: loads[limit.id]! / limit.most }))
    .filter(({ share }) => share > 1)
    .toSorted((one, other) => other.share - one.share);
