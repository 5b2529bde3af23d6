import {
  goOnFrom,
  type PlanOnceOptions,
  type PlanOnceResult,
  runPlanOnce,
  type Standing,
} from '#verifier/engine/run/run-plan-once.ts';
import type { Plan, PlanBundle } from '#verifier/plan/plan.ts';

import type { Planning } from '../journeys/model/planning.ts';
import type { Mutant } from './faults/mutant.ts';
import type { RouteTable } from './mock/route.ts';
import { SpecMock } from './mock/spec-mock.ts';

const NONCE = 'proof001';

/** What all runs of a bundle's proofs share. */
export type Surroundings = {
  planning: Planning;
  routes: RouteTable;
  bundle: PlanBundle;
  env: Record<string, string>;
};

/** A run on the mock without a fault. `stages`: how it stood before some of its steps. */
export type SoundRun = { mock: SpecMock; result: PlanOnceResult; stages: Stage[] };
type Stage = { mock: SpecMock; standing: Standing; askedCount: number };

/**
 * Runs a plan on the mock without a fault. Keeps how the run stands before each step that calls one of the operations
 * `faulty` ("METHOD /template").
 */
export async function runOnSound(
  surroundings: Surroundings,
  plan: Plan,
  faulty: ReadonlySet<string>,
): Promise<SoundRun> {
  const mock = new SpecMock(surroundings.planning, surroundings.routes);
  const stages: Stage[] = [];
  const result = await runOn(surroundings, plan, mock, ({ method, path }, standing) => {
    if (faulty.has(`${method} ${path}`))
      stages.push({ mock: mock.copy(), standing: standing(), askedCount: mock.askedCount });
  });
  return { mock, result, stages };
}

/**
 * Runs a plan on a mutant. Goes on from the last stage of the sound run before which the fault could change nothing:
 * all that comes before is the same on both. Without such a stage the run begins with the first step. If the fault
 * could change nothing at all, returns the result of the sound run.
 */
export async function runOnMutant(
  surroundings: Surroundings,
  plan: Plan,
  mutant: Mutant,
  { mock, result, stages }: SoundRun,
): Promise<PlanOnceResult> {
  const asked = mock.firstAsked(mutant);
  if (asked === Infinity) return result;
  const stage = stages.findLast(({ askedCount }) => askedCount <= asked);
  return stage
    ? goOnFrom(stage.standing, stage.mock.copy(mutant))
    : runOn(surroundings, plan, new SpecMock(surroundings.planning, surroundings.routes, mutant));
}

function runOn(
  { bundle, env }: Surroundings,
  plan: Plan,
  { send, isAtRest }: SpecMock,
  beforeStep?: PlanOnceOptions['beforeStep'],
): Promise<PlanOnceResult> {
  return runPlanOnce(plan, {
    bundle: { ...bundle, plans: [plan] },
    send,
    nonce: NONCE,
    env,
    tearsDown: false,
    isAtRest,
    beforeStep,
  });
}
