import type { accessMatrix } from '#contract/schemas/coverage.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { ResultStatus } from '#domain/runs/test-run.ts';
import type { Step } from '#verifier/plan/plan.ts';
import type { JourneyStates } from './journey-states.ts';

type Matrix = z.input<typeof accessMatrix>;
type Cell = Matrix['cells'][number];

const expectations: Record<Step['expect']['outcome'], Cell['expected']> = {
  success: 'ALLOWED',
  unauthenticated: 'REFUSED',
  forbidden: 'REFUSED',
  'cross-persona': 'REFUSED',
  'not-found': 'ABSENT',
  gone: 'ABSENT',
};

/** Worst first. */
const order: readonly (ResultStatus | 'UNSEEN')[] = ['FAILED', 'INCONCLUSIVE', 'SKIPPED', 'UNSEEN', 'PASSED'];
const shown = {
  FAILED: 'FAILING',
  INCONCLUSIVE: 'INCONCLUSIVE',
  SKIPPED: 'SKIPPED',
  UNSEEN: 'UNTESTED',
  PASSED: 'PASSING',
} as const;

/** The cells in the order of the plans; persona null is a caller without identity. */
export const matrixOf = ({ bundle, operations }: PlanDocument, states: JourneyStates): Omit<Matrix, 'specHash'> => {
  const calls = bundle.plans.flatMap(({ journeyId, steps }) =>
    steps.map(({ persona, operationId, expect }) => ({
      journeyId,
      persona,
      operation: operationId,
      expected: expectations[expect.outcome],
    })),
  );
  const groups = Map.groupBy(calls, ({ persona, operation, expected }) =>
    JSON.stringify([persona, operation, expected]),
  );
  const cells = [...groups.values()].map((group): Cell => {
    const { persona, operation, expected } = group[0]!;
    const journeyIds = [...new Set(group.map(({ journeyId }) => journeyId))];
    const seen = new Set(journeyIds.map((id) => states[id]?.status ?? 'UNSEEN'));
    return { persona, operation, expected, status: shown[order.find((status) => seen.has(status))!], journeyIds };
  });
  return { operations, personas: [...new Set(cells.map(({ persona }) => persona))], cells };
};
