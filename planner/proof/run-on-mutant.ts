import { goOnFrom, type PlanOnceResult, runPlanOnce, type Standing } from '#verifier/engine/run/run-plan-once.ts';
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

/** A run on the mock without a fault. `stages`: how it stood before each step. */
export type SoundRun = { mock: SpecMock; result: PlanOnceResult; stages: Stage[] };
type Stage = { mock: SpecMock; standing: Standing; askedCount: number };

/** Runs a plan on the mock without a fault. */
export async function runOnSound({ planning, routes, bundle, env }: Surroundings, plan: Plan): Promise<SoundRun> {
  const mock = new SpecMock(planning, routes);
  const stages: Stage[] = [];
  const result = await runPlanOnce(plan, {
    bundle: { ...bundle, plans: [plan] },
    send: mock.send,
    nonce: NONCE,
    env,
    tearsDown: false,
    isAtRest: mock.isAtRest,
    beforeStep: (standing) => stages.push({ mock: mock.copy(), standing, askedCount: mock.askedCount }),
  });
  return { mock, result, stages };
}

/**
 * Runs a plan on a mutant. Goes on from the sound run before the step in which the fault could first change anything:
 * what comes before is the same on both.
 */
export async function runOnMutant({ mock, result, stages }: SoundRun, mutant: Mutant): Promise<PlanOnceResult> {
  const asked = mock.firstAsked(mutant);
  const stage = stages.findLast(({ askedCount }) => askedCount <= asked);
  return asked === Infinity || !stage ? result : goOnFrom(stage.standing, stage.mock.copy(mutant));
}
