import { isRefusal } from '../plan/is-refusal.ts';
import type { Plan, Step } from '../plan/plan.ts';
import type { JourneyResult } from '../result/result.ts';
import {
  type Classification,
  classifyStep,
  type Failure,
  failuresOf,
  mainOf,
  operationOf,
} from './classify-journey.ts';
import type { AttemptFacts, JourneyFacts } from './facts.ts';
import { factsOfTraces, toldOf, type ToldStep } from './facts-of-traces.ts';
import { type Ground, groundOf, isValueShown, valuesAsked } from './ground-of.ts';

/** A journey of an uploaded result document, whose claims are not trusted. `facts`: present if our runner wrote it. */
export type ToldJourney = Pick<JourneyResult, 'status'> & { steps: readonly ToldStep[]; facts?: JourneyFacts };

/** A pass with its ground, or the failure. A failure has a ground too if our runner's facts match the shown steps. */
export type Judgement = { ground: Ground } | { classification: Classification; failures?: Failure[]; ground?: Ground };

/**
 * Judges a journey of a result document, whatever status it claims. With facts, the verdict is the runner's; otherwise
 * what its steps and assertions show. A pass that lacks steps or values is UNPROVEN. A failure or skip that no step
 * explains is NO_EVIDENCE.
 */
export function judgeResult(plan: Plan, journey: ToldJourney): Judgement {
  if (journey.facts !== undefined) return judgeFacts(plan, journey, journey.facts);
  const attempt = factsOfTraces(plan, journey.steps);
  const found = firstFailing(plan, attempt);
  if (found !== undefined) return { classification: found };
  if (journey.status !== 'pass') return { classification: unexplained(plan, journey.steps, 'NO_EVIDENCE') };
  const isWhole = plan.steps.every((step) => isPassed(step, attempt, toldOf(plan, step, journey.steps)));
  return isWhole
    ? proven(plan, journey.steps, attempt)
    : { classification: unexplained(plan, journey.steps, 'UNPROVEN') };
}

function judgeFacts(plan: Plan, { steps }: ToldJourney, facts: JourneyFacts): Judgement {
  const failures = failuresOf(plan, facts);
  const classification = mainOf(plan, failures);
  const attempt = facts.attempts[0] ?? { nonce: '', steps: [] };
  const ground = isWritten(plan, steps, attempt) ? groundOf(plan, attempt) : undefined;
  if (classification !== undefined) return { classification, ...(ground === undefined ? {} : { failures, ground }) };
  return ground === undefined ? { classification: unexplained(plan, steps, 'UNPROVEN') } : { ground };
}

function firstFailing(plan: Plan, attempt: AttemptFacts): Classification | undefined {
  for (const step of plan.steps) {
    const facts = attempt.steps.find((one) => one.step === step.id);
    const found = facts && classifyStep(plan, step, facts);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A pass, if a positive journey shows a value again. For a refusal the statuses are enough. Otherwise UNPROVEN. */
function proven(plan: Plan, traces: readonly ToldStep[], attempt: AttemptFacts): Judgement {
  const ground = groundOf(plan, attempt);
  return isRefusal(plan) || ground === 'VALUE' ? { ground } : { classification: unexplained(plan, traces, 'UNPROVEN') };
}

/** True if the step is reported as passed, with a response, and shows each value that the plan asserts. */
function isPassed(step: Step, { steps }: AttemptFacts, trace: ToldStep | undefined): boolean {
  const facts = steps.find((one) => one.step === step.id);
  const isShown = valuesAsked(step).every((one) => isValueShown(step, one, facts));
  return facts !== undefined && trace?.passed === true && isShown;
}

/** True if the shown steps match the facts: each step of the plan, with the same status. */
function isWritten(plan: Plan, traces: readonly ToldStep[], attempt: AttemptFacts): boolean {
  return plan.steps.every((step) => {
    const { statusCode = 0 } = attempt.steps.find((one) => one.step === step.id) ?? {};
    return toldOf(plan, step, traces)?.statusCode === statusCode;
  });
}

/** The verdict for a claim without proof, at the step reported as failed, else at the operation under test. */
function unexplained(plan: Plan, traces: readonly ToldStep[], reasonCode: 'NO_EVIDENCE' | 'UNPROVEN'): Classification {
  const failed = plan.steps.find((one) => toldOf(plan, one, traces)?.passed === false);
  const step = failed ?? plan.steps.find((one) => operationOf(one) === plan.subject) ?? plan.steps[0];
  return {
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode,
    row: 'E',
    stepId: step?.id ?? '',
    statusCode: (step && toldOf(plan, step, traces)?.statusCode) ?? 0,
    operationAtFault: plan.subject,
  };
}
