import type { JourneyResult } from '../result/result.ts';

/**
 * The outcome of a journey as reports show it. `skipped`: a parameter was not set. `broken`: the target was
 * unreachable, its certificate untrusted or the connection broken, so the API was not judged. `observed`: an OBSERVED
 * journey that did not pass, without effect on the exit code.
 */
export type Outcome = 'passed' | 'decisive' | 'inconclusive' | 'skipped' | 'broken' | 'observed';

const BROKEN = new Set<string | undefined>(['TARGET_UNREACHABLE', 'TLS_UNTRUSTED', 'CONNECTION_BROKEN']);

/** The outcome of a journey in the terms of report formats. Planner and verifier §6.0. */
export function outcomeOf({ status, enforcement, reasonCode }: JourneyResult): Outcome {
  if (status === 'pass') return 'passed';
  if (enforcement === 'OBSERVED') return 'observed';
  if (status === 'fail') return 'decisive';
  if (reasonCode === 'PARAMETER_NOT_SET') return 'skipped';
  return BROKEN.has(reasonCode) ? 'broken' : 'inconclusive';
}

/** The words for outcomes in reports for people. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  decisive: 'failed',
  inconclusive: 'undecided',
  skipped: 'not run',
  broken: 'no answer',
  observed: 'observed',
};
