import type { accessMatrix } from '#contract/schemas/coverage.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Step } from '#verifier/plan/plan.ts';
import { accessSeen, EXPECTED_ACCESS } from '#verifier/verdicts/access-seen.ts';
import type { JourneyState, JourneyStates } from './journey-states.ts';

type Matrix = z.input<typeof accessMatrix>;
type Cell = Matrix['cells'][number];

/** What one request of a persona has shown, the most telling first. UNANSWERED: nothing of access. */
const order = ['FAILING', 'INCONCLUSIVE', 'PASSING', 'UNANSWERED', 'SKIPPED', 'UNTESTED'] as const;
type Seen = (typeof order)[number];

/** The cells in the order of the plans; persona null is a caller without identity. */
export const matrixOf = ({ bundle, operations }: PlanDocument, states: JourneyStates): Omit<Matrix, 'specHash'> => {
  const calls = bundle.plans.flatMap(({ journeyId, steps }) =>
    steps.map((step, index) => ({
      journeyId,
      step,
      expected: EXPECTED_ACCESS[step.expect.outcome],
      statusCode: states[journeyId]?.answers?.[index]?.statusCode ?? 0,
      seen: seenOf(step, index, states[journeyId]),
    })),
  );
  const groups = Map.groupBy(calls, ({ step: { persona, operationId }, expected }) =>
    JSON.stringify([persona, operationId, expected]),
  );
  const cells = [...groups.values()].map((group): Cell => {
    const { expected, step } = group[0]!;
    const seen = order.find((each) => group.some((call) => call.seen === each))!;
    return {
      persona: step.persona,
      operation: step.operationId,
      method: step.method,
      path: step.path,
      expected,
      status: seen === 'UNANSWERED' ? 'INCONCLUSIVE' : seen,
      answers: [...new Set(group.map(({ statusCode }) => statusCode))]
        .filter((code) => code > 0)
        .toSorted((a, b) => a - b),
      journeyIds: [...new Set(group.map(({ journeyId }) => journeyId))],
    };
  });
  return { operations, personas: [...new Set(cells.map(({ persona }) => persona))], cells };
};

/** A difference that its journey does not accuse of, such as the 401 to a token that is over, is INCONCLUSIVE. */
const seenOf = ({ expect }: Step, index: number, state: JourneyState | undefined): Seen => {
  const answer = state?.answers?.[index];
  const seen = answer && accessSeen(expect.outcome, answer);
  if (seen === undefined) return state?.status === 'SKIPPED' ? 'SKIPPED' : 'UNTESTED';
  if (seen === 'AS_EXPECTED') return 'PASSING';
  if (seen === 'UNDECIDED') return 'UNANSWERED';
  return state?.status === 'FAILED' || state?.reasonCode === 'CAUSED_BY' ? 'FAILING' : 'INCONCLUSIVE';
};
