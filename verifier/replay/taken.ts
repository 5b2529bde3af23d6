import type { Call } from '../engine/exchange/call.ts';
import type { FurtherOn, Step } from '../plan/plan.ts';
import type { StepFacts } from '../verdicts/facts.ts';

/**
 * What a step came to: where the plan's pointers stand in its answer, its last request, and what was done before that
 * was taken.
 */
export type Taken = { step: Step; call: Call; before: FurtherOn[]; facts: StepFacts };
