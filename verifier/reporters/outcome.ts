import type { JourneyResult } from '../result/result.ts';

/**
 * How a report shows a journey. `skipped`: a parameter was not set; `broken`: no usable answer came, so the API was not
 * judged; `observed`: not well, but this journey never counts.
 */
export type Outcome = 'passed' | 'decisive' | 'inconclusive' | 'skipped' | 'broken' | 'observed';

const BROKEN = new Set<string | undefined>(['TARGET_UNREACHABLE', 'TLS_UNTRUSTED', 'CONNECTION_BROKEN']);

/** Planner and verifier §6.0 in the words that reports of other tools know. */
export function outcomeOf({ status, enforcement, reasonCode }: JourneyResult): Outcome {
  if (status === 'pass') return 'passed';
  if (enforcement === 'OBSERVED') return 'observed';
  if (status === 'fail') return 'decisive';
  if (reasonCode === 'PARAMETER_NOT_SET') return 'skipped';
  return BROKEN.has(reasonCode) ? 'broken' : 'inconclusive';
}

/** The outcome in the one vocabulary of reports for people. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  decisive: 'failed',
  inconclusive: 'undecided',
  skipped: 'not run',
  broken: 'no answer',
  observed: 'observed',
};
