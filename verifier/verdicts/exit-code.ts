import type { JourneyResult, ResultSummary } from '../result/result.ts';
import { isDecisive } from './classify-journey.ts';

/**
 * What makes a run fail: `decisive` failures; also what is `inconclusive` (the default); with `skip` also a journey
 * whose parameter is not set.
 */
export type FailOn = 'decisive' | 'inconclusive' | 'skip';

type Ended = Pick<JourneyResult, 'enforcement' | 'status' | 'ground' | 'verdict' | 'reasonCode' | 'facts'>;

/**
 * The exit code of a finished run. 4: requests were sent and none was answered. 1: a decisive failure. 3: no value was
 * proved, whatever `failOn` says; or a journey is inconclusive (with `skip`, also if it was skipped), unless `failOn`
 * is `decisive`. 0: all else. Only ENFORCED journeys count, but any journey may prove a value. `provedBefore`: an
 * earlier run, which this one repeats in part, has proved a value.
 */
export function exitCodeOf(
  journeys: readonly Ended[],
  failOn: FailOn = 'inconclusive',
  provedBefore = false,
): 0 | 1 | 3 | 4 {
  const enforced = journeys.filter(({ enforcement }) => enforcement === 'ENFORCED');
  if (enforced.some(wasSent) && !enforced.some(wasAnswered)) return 4;
  if (enforced.some(({ status }) => status === 'fail')) return 1;
  if (!provedBefore && !provesValue(journeys)) return 3;
  const counts = enforced.some(
    ({ status, reasonCode }) => status === 'skip' && (failOn === 'skip' || reasonCode !== 'PARAMETER_NOT_SET'),
  );
  return counts && failOn !== 'decisive' ? 3 : 0;
}

/**
 * True if a journey saw a value again that it had sent or captured. Without one, a server that refuses everything might
 * pass.
 */
export function provesValue(journeys: readonly Pick<Ended, 'ground'>[]): boolean {
  return journeys.some(({ ground }) => ground === 'VALUE');
}

/** Counts over all journeys. `skipped`: only unset parameters. Planner and verifier §8.1. */
export function summaryOf(journeys: readonly Ended[]): ResultSummary {
  const skipped = journeys.filter(({ reasonCode }) => reasonCode === 'PARAMETER_NOT_SET').length;
  const passed = journeys.filter(({ status }) => status === 'pass').length;
  const decisive = journeys.filter(({ verdict }) => verdict !== undefined && isDecisive(verdict)).length;
  return {
    total: journeys.length,
    passed,
    decisive,
    inconclusive: journeys.length - passed - decisive - skipped,
    skipped,
  };
}

function wasAnswered({ facts }: Ended): boolean {
  return facts.attempts.some(({ steps }) => steps.some(({ statusCode }) => statusCode > 0));
}

function wasSent({ facts }: Ended): boolean {
  const neverSent = new Set<string | undefined>([undefined, 'BUDGET_SPENT', 'STOPPED']);
  return facts.attempts.some(({ steps }) =>
    steps.some(({ statusCode, failure }) => statusCode > 0 || !neverSent.has(failure)),
  );
}
