import type { Plan } from '#verifier/plan/plan.ts';
import type { ReasonCode, Verdict } from '#verifier/result/verdict.ts';
import { type Fault } from '#test/things-api.ts';
import { accessJourneys } from './access-journeys.ts';
import { listJourneys } from './list-journeys.ts';
import { stateJourneys } from './state-journeys.ts';

/** A fault of an API, a journey that meets it, and the one verdict that it must have; no verdict = the journey passes. */
export type VerdictJourney = {
  /** What is wrong with the API, in words. */
  name: string;
  plan: Plan;
  verdict?: Verdict;
  reasonCode?: ReasonCode;
  /** Made for each run: a fault may count. */
  fault?: () => Fault;
  /** What reads of an item meet in place of an answer. */
  socket?: 'RESET' | 'SILENCE';
};

/** Every verdict and every reason that a run can come to over HTTP; `verdicts.ts` says which reasons are tested elsewhere. */
export const verdictJourneys: VerdictJourney[] = [...accessJourneys, ...stateJourneys, ...listJourneys];
