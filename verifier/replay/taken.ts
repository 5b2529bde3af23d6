import type { Call } from '../engine/exchange/call.ts';
import type { FurtherOn, Step } from '../plan/plan.ts';
import type { StepFacts } from '../verdicts/facts.ts';

/** A step as it ended: with pointers into its response, its last call, and the lifecycle actions before that. */
export type Taken = { step: Step; call: Call; before: FurtherOn[]; facts: StepFacts };
