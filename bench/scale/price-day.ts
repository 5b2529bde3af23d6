import { registry } from '#contract/endpoints/index.ts';
import { prices } from '../api/prices.ts';
import { buildTransitions, forOneRun, functionSeconds, generationTransitions } from './assess.ts';
import type { Activity, Trace } from './record-trace.ts';
import { assumed, perRun, workload } from './workload.ts';

/** Dollars of one day, by what is paid for. */
export type DayPrice = Record<
  | 'requests'
  | 'functions'
  | 'waits'
  | 'table'
  | 'objects'
  | 'builds'
  | 'workflows'
  | 'logs'
  | 'traces'
  | 'storage'
  | 'verifiers',
  number
>;

const gigabyte = 1e9;
const daysAMonth = 30;
const secondsADay = 86_400;

const sum = (activity: Activity, of: 'answerBytes' | 'logBytes' | 'objectReads' | 'objectWrites'): number =>
  activity.requests.reduce((total, request) => total + request[of], 0);
const units = (activity: Activity, of: 'readUnits' | 'writeUnits'): number =>
  activity.touches.reduce((total, touch) => total + touch[of], 0);

/** Dollars of a day with so many runs and the activities around them, when storage has reached its full size. */
export const priceDay = (trace: Trace, runs: number): DayPrice => {
  const all = (figure: (activity: Activity) => number): number => runs * forOneRun(trace, figure);
  const seconds = (count: number, gigabytes: number): number => count * gigabytes * prices.gigabyteSecond;
  const builds = runs * perRun.publish;
  const generations = runs * perRun.generate;
  const transitions = builds * buildTransitions + generations * generationTransitions;
  const bytesKept = all(({ storedBytes }) => Math.max(0, storedBytes)) * workload.runRetentionDays;
  return {
    requests: (all(({ requests }) => requests.length) * prices.gatewayPerMillion) / 1e6,
    functions:
      seconds(all(functionSeconds) + transitions * assumed.taskSeconds, prices.functionGigabytes) +
      seconds(builds * assumed.planSeconds, assumed.planGigabytes) +
      (all(({ requests, jobs }) => requests.length + jobs.length) * prices.invocationsPerMillion) / 1e6,
    waits: seconds(runs * perRun.wait * assumed.waitSeconds, prices.functionGigabytes),
    table:
      (all((activity) => units(activity, 'readUnits')) * prices.readUnitsPerMillion +
        all((activity) => units(activity, 'writeUnits')) * prices.writeUnitsPerMillion) /
      1e6,
    objects:
      (all((activity) => sum(activity, 'objectWrites')) * prices.objectWritesPerMillion +
        all((activity) => sum(activity, 'objectReads')) * prices.objectReadsPerMillion) /
      1e6,
    builds: builds * assumed.stampSeconds * prices.stampingSecond,
    workflows: (transitions * prices.transitionsPerMillion + eventsOf(trace, runs) * prices.eventsPerMillion) / 1e6,
    logs:
      (all((activity) => sum(activity, 'logBytes') + activity.requests.length * prices.accessLogBytes) *
        prices.logGigabyte +
        all((activity) => sum(activity, 'answerBytes')) * prices.egressGigabyte) /
      gigabyte,
    traces: (tracesOf(trace, runs) * prices.tracesPerMillion) / 1e6,
    storage: ((bytesKept / gigabyte) * prices.tableGigabyteMonth) / daysAMonth,
    verifiers:
      (((builds * assumed.verifierBytes * assumed.olderVersionsDays) / gigabyte) * prices.objectGigabyteMonth) /
      daysAMonth,
  };
};

const eventsOf = (trace: Trace, runs: number): number =>
  runs * forOneRun(trace, ({ jobs }) => jobs.filter(({ job }) => job === 'publish-events').length);

const reads = new Set(registry.flatMap(({ method, operationId }) => (method === 'GET' ? [operationId] : [])));

/** Of all that begins a trace in a day: the first of each second, and a share of the others. */
const tracesOf = (trace: Trace, runs: number): number => {
  const begun =
    runs *
    forOneRun(
      trace,
      ({ requests, jobs }) => requests.filter(({ operation }) => !reads.has(operation)).length + jobs.length,
    );
  const first = Math.min(begun, secondsADay);
  return first + (begun - first) * prices.tracedShare;
};

export const totalOf = (price: DayPrice): number => Object.values(price).reduce((total, one) => total + one, 0);
