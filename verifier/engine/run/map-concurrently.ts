import { isReading } from '../../plan/is-reading.ts';
import { JOURNEY_KINDS } from '../../plan/journey-kinds.ts';
import type { Plan } from '../../plan/plan.ts';
import { isOfAnother } from '../../verdicts/of-another.ts';
import type { Gate } from '../context/gate.ts';

/** A plan with its index among all plans. */
type Entry = [number, Plan];

/**
 * Runs `work` for each plan, as many at a time as `gate` allows, and returns the results in plan order. Plans with the
 * same `exclusive` key run one after another. Plans that search a list, compare another item or walk pages come after
 * the others, so that these do not change what they read. Of them, plans that share a write operation run one after
 * another, those that walk pages last. They start when the others have ended or only wait (`onlyWaits`).
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
  /** Resolves when the last plan of each lane has ended or only waits. */
  const runLanes = async (lanes: Entry[][]): Promise<void> => {
    const start = (lane: Entry[]): Promise<void> => {
      const { promise: waiting, resolve } = Promise.withResolvers<void>();
      const through = async (): Promise<void> => {
        for (const entry of lane) {
          const [index, plan] = entry;
          // A plan with an `exclusive` key may have changed what others see, and undoes that only at its end.
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
  // In each lane, plans that compare another item come after those that search a list.
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
 * True if the plan checks that a write to one item left another unchanged. Meanwhile no other journey may change such
 * items.
 */
function looksAtAnother(plan: Plan): boolean {
  return plan.steps.some((step) => isOfAnother(plan, step));
}

/**
 * Groups plans into lanes, each to be run one plan after another. Plans with a common write operation share a lane,
 * also if only a third plan connects them.
 */
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
