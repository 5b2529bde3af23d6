import type { Exploration } from '../../plan/exploration.ts';
import type { JourneyResult, Residue, ResultDocument } from '../../result/result.ts';
import { classifyJourney } from '../../verdicts/classify-journey.ts';
import { exitCodeOf, summaryOf } from '../../verdicts/exit-code.ts';
import type { RunPlansOptions } from './run-plans-options.ts';
import { runPlans } from './run-plans.ts';

/** The result of one odd value. `status`: that of its response, or 0 if the journey ended before. */
type Ended = { exploration: Exploration; journey: JourneyResult; status: number };

const MOST_NOTES = 10;

/**
 * Adds the explorations to a run's result: each odd value is sent in a journey of its own. A 5xx that occurs twice is a
 * failure if `isOwed`, else a note, up to MOST_NOTES. Accepted and refused values are only counted.
 */
export async function withExplored(
  result: ResultDocument,
  options: RunPlansOptions,
  explorations: readonly Exploration[],
): Promise<ResultDocument> {
  const owed = await explored(
    options,
    explorations.filter(({ isOwed }) => isOwed),
  );
  const others = await explored(
    options,
    explorations.filter(({ isOwed }) => !isOwed),
  );
  const ended = [...owed.ended, ...others.ended];
  const failures = owed.ended.filter((one) => isBroken(one) && one.journey.status === 'fail');
  const journeys = [...result.journeys, ...failures.map(({ journey }) => journey)];
  return {
    ...result,
    journeys,
    summary: summaryOf(journeys),
    exitCode: result.exitCode === 0 ? exitCodeOf(journeys, options.failOn, true) : result.exitCode,
    residue: [...result.residue, ...owed.residue, ...others.residue],
    notes: [
      ...(result.notes ?? []),
      countsOf(ended),
      ...others.ended.filter(isBroken).slice(0, MOST_NOTES).map(noteOf),
    ],
  };
}

async function explored(
  options: RunPlansOptions,
  explorations: Exploration[],
): Promise<{ ended: Ended[]; residue: Residue[] }> {
  if (explorations.length === 0) return { ended: [], residue: [] };
  const { onProgress: _progress, onFailure: _failure, ...quiet } = options;
  const plans = explorations.map(({ plan }) => plan);
  const { journeys, residue } = await runPlans({ ...quiet, plans, provedBefore: true });
  const ended = journeys.flatMap((journey, at) => {
    const exploration = explorations[at];
    return exploration ? [{ exploration, journey, status: statusAt(exploration, journey) }] : [];
  });
  return { ended, residue };
}

const statusAt = ({ plan }: Exploration, { steps }: JourneyResult): number =>
  steps.find(({ testCaseStepIndex }) => testCaseStepIndex === plan.steps.length - 1)?.statusCode ?? 0;

/** True if the odd value got a 5xx twice, or shares the cause of another one that did. */
function isBroken({ exploration: { plan }, journey: { facts, status, reasonCode } }: Ended): boolean {
  if (status !== 'fail' && reasonCode !== 'CAUSED_BY') return false;
  const found = classifyJourney(plan, facts);
  return found?.reasonCode === 'SERVER_ERROR' && found.stepId === plan.steps.at(-1)?.id;
}

function countsOf(ended: readonly Ended[]): string {
  const count = (fits: (one: Ended) => boolean) => ended.filter(fits).length;
  const taken = count(({ status }) => status >= 200 && status < 300);
  const refused = count(({ status }) => status >= 400 && status < 500);
  return `Explored ${ended.length} odd values: ${taken} taken, ${refused} refused, ${count(isBroken)} answered with a server error.`;
}

function noteOf({ exploration: { plan, place, shown, kind }, status }: Ended): string {
  const why = kind === 'malformed' ? 'which the document does not allow' : 'and the document knows server errors there';
  return `${plan.subject} answered ${status} to ${shown} as ${place}, ${why}.`;
}
