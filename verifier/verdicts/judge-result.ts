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

/** One journey of a result document, of which nothing is believed yet; `facts` where our runner wrote it. */
export type ToldJourney = Pick<JourneyResult, 'status'> & { steps: readonly ToldStep[]; facts?: JourneyFacts };

/**
 * A pass with what it rests on, or what kept it from being one; with the ground of what was checked all the same where
 * it went on from all of that.
 */
export type Judgement = { ground: Ground } | { classification: Classification; failures?: Failure[]; ground?: Ground };

/**
 * What a journey of a result document shows, whatever its label says. With facts: the verdict that the runner itself
 * would give. Without: what its steps and their assertions allow, seen once. A pass that does not show the plan's steps
 * and values is UNPROVEN, any other end that no step explains is NO_EVIDENCE.
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

/** A positive journey shows a value again; what is expected of a refusal is its status. */
function proven(plan: Plan, traces: readonly ToldStep[], attempt: AttemptFacts): Judgement {
  const ground = groundOf(plan, attempt);
  return isRefusal(plan) || ground === 'VALUE' ? { ground } : { classification: unexplained(plan, traces, 'UNPROVEN') };
}

/** Called passed, with an answer, and with each value that the plan asks of it. */
function isPassed(step: Step, { steps }: AttemptFacts, trace: ToldStep | undefined): boolean {
  const facts = steps.find((one) => one.step === step.id);
  const isShown = valuesAsked(step).every((one) => isValueShown(step, one, facts));
  return facts !== undefined && trace?.passed === true && isShown;
}

/** Whether the steps that people see are those of the facts: each of the plan's, with the same status. */
function isWritten(plan: Plan, traces: readonly ToldStep[], attempt: AttemptFacts): boolean {
  return plan.steps.every((step) => {
    const { statusCode = 0 } = attempt.steps.find((one) => one.step === step.id) ?? {};
    return toldOf(plan, step, traces)?.statusCode === statusCode;
  });
}

/**
 * The verdict where the label is not borne out; at the step that the result calls failed, else at the one that the plan
 * is about.
 */
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
