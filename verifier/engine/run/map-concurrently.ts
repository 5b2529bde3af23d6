import { isReading } from '../../plan/is-reading.ts';
import { JOURNEY_KINDS } from '../../plan/journey-kinds.ts';
import type { Plan } from '../../plan/plan.ts';
import { isOfAnother } from '../../verdicts/of-another.ts';
import type { Gate } from '../context/gate.ts';

/** A plan and its place among all. */
type Entry = [number, Plan];

/**
 * Each plan through `work`, as many at a time as `gate` lets in; plans with the same `exclusive` key one after another.
 * Those that look for an item in its list, or at another item than the one that they write, come later, and after these
 * those that walk pages, beside none that makes things of the same kind: an end that the list lacks is then their own
 * item. They begin when all others have ended or, having said `onlyWaits`, write nothing for a while. Results keep the
 * order.
 */
export async function mapConcurrently<R>(
  plans: readonly Plan[],
  gate: Gate,
  work: (plan: Plan, onlyWaits: () => void) => Promise<R>,
): Promise<R[]> {
  const entries = [...plans.entries()];
  const paging = entries.filter(([, plan]) => walksPages(plan));
  const looking = (plan: Plan) => JOURNEY_KINDS[plan.kind].looksInList === true || looksAtAnother(plan);
  const listing = entries.filter(([, plan]) => looking(plan) && !walksPages(plan));
  const others = entries.filter((entry) => !paging.includes(entry) && !listing.includes(entry));
  const results: R[] = [];
  const underWay: Promise<void>[] = [];
  /** Until the last plan of each lane has ended, or only waits. */
  const runLanes = async (lanes: Entry[][]): Promise<void> => {
    const start = (lane: Entry[]): Promise<void> => {
      const { promise: waiting, resolve } = Promise.withResolvers<void>();
      const through = async (): Promise<void> => {
        for (const entry of lane) {
          const [index, plan] = entry;
          // What has a key may have changed what others see, and puts it back in the end.
          const isFree = entry === lane.at(-1) && plan.exclusive === undefined;
          const onlyWaits = (): void => (isFree ? resolve() : undefined);
          results[index] = await inside(gate, () => work(plan, onlyWaits));
        }
      };
      const ended = through();
      underWay.push(ended);
      return Promise.race([ended, waiting]);
    };
    await Promise.all(lanes.map(start));
  };
  await runLanes([...Map.groupBy(others, ([index, plan]) => plan.exclusive ?? index).values()]);
  // The outcome that another plan waits for is known once the lists are read.
  const isLater = ([, plan]: Entry): number => Number(looksAtAnother(plan));
  const lists = listing.toSorted((one, other) => isLater(one) - isLater(other));
  await runLanes(apart([...lists, ...paging]));
  await Promise.all(underWay);
  return results;
}

async function inside<R>(gate: Gate, work: () => Promise<R>): Promise<R> {
  await gate.enter();
  try {
    return await work();
  } finally {
    gate.leave();
  }
}

function walksPages({ steps }: Plan): boolean {
  return steps.some(({ assert }) => assert.some(({ op }) => op === 'listPages'));
}

/**
 * The journey compares an item before and after another one changed: no other journey may change such items meanwhile.
 */
function looksAtAnother(plan: Plan): boolean {
  return plan.steps.some((step) => isOfAnother(plan, step));
}

/** Plans that write through a common operation, directly or through others between them, share a lane. */
function apart(entries: Entry[]): Entry[][] {
  let lanes: { writes: string[]; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const writes = entry[1].steps.filter((step) => !isReading(step)).map(({ operationId }) => operationId);
    const near = lanes.filter((lane) => lane.writes.some((one) => writes.includes(one)));
    const joined = {
      writes: [...near.flatMap((lane) => lane.writes), ...writes],
      entries: [...near.flatMap((lane) => lane.entries), entry],
    };
    lanes = [...lanes.filter((lane) => !near.includes(lane)), joined];
  }
  return lanes.map((lane) => lane.entries);
}
