import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { type ActivityName, activityNames, type Trace } from './record-trace.ts';
import { perRun, workload } from './workload.ts';

/** The highest load of a partition key in one second, as a share of what a partition can take. */
export type HotKey = { store: 'table' | 'index'; partition: string; share: number };

/** Units per second of one partition. The shares of reads and writes are added (`bp-partition-key-design`). */
const partitionReads = 3000;
const partitionWrites = 1000;
const hotTenant = 0;
/** Tenants share so many keys of open work, by the last digit of their ids (`index-keys.ts`). */
const shards = 16;

/** The average number of runs that begin per second of the busiest hour. */
export const peakRunsASecond = (tenants: number): number =>
  (tenants * workload.runsPerTenantADay * workload.peakHourShare) / 3600;

/**
 * Simulates seconds of the busiest hour for so many tenants. Returns the hottest key of each kind, hottest first. The
 * whole load of an activity falls in the second in which it begins, the worst case. The same seed gives the same
 * result.
 */
export const simulatePeak = (trace: Trace, tenants: number, seconds = 600, seed = 1): HotKey[] => {
  const random = seededRandom(seed);
  const hottest = new Map<string, HotKey>();
  for (let second = 0; second < seconds; second++) {
    const loads = new Map<string, HotKey>();
    for (const name of activityNames) {
      const count = poisson(peakRunsASecond(tenants) * perRun[name], random);
      for (let turn = 0; turn < count; turn++) addActivity(loads, trace, name, ...whose(tenants, random));
    }
    keepHottest(hottest, loads.values());
  }
  return [...hottest.values()].toSorted((one, other) => other.share - one.share);
};

/** The hottest key if a matrix of CI jobs starts so many runs of one feature in one second. */
export const simulateMatrix = (trace: Trace, runs: number): HotKey => {
  const loads = new Map<string, HotKey>();
  for (let turn = 0; turn < runs; turn++) addActivity(loads, trace, 'run', hotTenant, 0);
  return [...loads.values()].reduce((hot, one) => (one.share > hot.share ? one : hot));
};

const whose = (tenants: number, random: () => number): [tenant: number, project: number] =>
  random() < workload.hotTenantShare
    ? [hotTenant, 0]
    : [Math.floor(random() * tenants), Math.floor(random() * workload.projectsPerTenant)];

const addActivity = (
  loads: Map<string, HotKey>,
  trace: Trace,
  name: ActivityName,
  tenant: number,
  project: number,
): void => {
  for (const { store, partition, readUnits, writeUnits } of trace[name].touches) {
    const isOfTenant = /\{(?:tenant|digest)\}/.test(partition);
    const shard = partition.includes('{shard}') ? tenant % shards : '';
    const key = `${store} ${partition} ${isOfTenant ? tenant : shard} ${partition.includes('{project}') ? project : ''}`;
    const load = loads.get(key) ?? { store, partition, share: 0 };
    load.share += readUnits / partitionReads + writeUnits / partitionWrites;
    loads.set(key, load);
  }
};

const keepHottest = (hottest: Map<string, HotKey>, loads: Iterable<HotKey>): void => {
  for (const load of loads) {
    const kind = `${load.store} ${load.partition}`;
    if (load.share > (hottest.get(kind)?.share ?? 0)) hottest.set(kind, load);
  }
};

/** A random number of events in a second with `mean` events on average (Knuth; means here are below 100). */
const poisson = (mean: number, random: () => number): number => {
  const end = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > end; product *= random()) count += 1;
  return count;
};
