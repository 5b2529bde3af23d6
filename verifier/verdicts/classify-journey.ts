import { isReading } from '../plan/is-reading.ts';
import type { Plan, Step } from '../plan/plan.ts';
import { referencesOf } from '../plan/references-of.ts';
import type { ReasonCode, Verdict } from '../result/verdict.ts';
import type { AssertionFacts, AttemptFacts, JourneyFacts, StepFacts } from './facts.ts';
import { situationOf, type Situation } from './situation.ts';
import { isRefusedAsAsked, verdictTable, type VerdictRow } from './verdict-table.ts';

/** Where and why a journey ended. `row` is the row of the table in planner and verifier §6.1; C = not confirmed. */
export type Classification = {
  verdict: Verdict;
  reasonCode: ReasonCode;
  row: VerdictRow['row'] | 'C';
  /** The step that did not meet its expectation. */
  stepId: string;
  /** JSON Pointer of the field or list at fault, where one is. */
  pointer?: string;
  statusCode: number;
  /** "METHOD /template" of the operation at fault: for missing state the write whose effect is missing. */
  operationAtFault: string;
};

/** What one step's facts say. `undefined`: the step met its expectation. A null verdict is a pass with a note. */
export type StepJudgement = { row: VerdictRow['row']; verdict: Verdict | null; reasonCode: ReasonCode } | undefined;

/**
 * The verdict on one journey, from facts alone; `undefined` = pass. Pure: the runner and the service come to the same answer.
 * A decisive verdict stands only if a second attempt failed at the same operation and row, else FLAKY: what the first attempt left
 * behind can make an earlier read of the same list fail. Planner and verifier §6.1.
 */
export function classifyJourney(plan: Plan, facts: JourneyFacts): Classification | undefined {
  const [first, second] = facts.attempts;
  const found = classifyAttempt(plan, first ?? { nonce: '', steps: [] });
  if (found === undefined || !isDecisive(found.verdict)) return found;
  const again = second && classifyAttempt(plan, second);
  if (again?.row === found.row && isSameOperation(plan, again.stepId, found.stepId)) return found;
  return { ...found, verdict: 'INCONCLUSIVE_SETUP_REQUIRED', reasonCode: 'FLAKY', row: 'C' };
}

function isSameOperation(plan: Plan, ...stepIds: [string, string]): boolean {
  const [one, other] = stepIds.map((stepId) => plan.steps.find(({ id }) => id === stepId));
  return one !== undefined && other !== undefined && operationOf(one) === operationOf(other);
}

/**
 * The verdict that one attempt alone would give, without confirmation. Steps without facts count as never answered. The first step that did
 * not meet its expectation decides; one that the journey went on from gives way to a decisive one after it.
 */
export function classifyAttempt(plan: Plan, attempt: AttemptFacts): Classification | undefined {
  let first: Classification | undefined;
  for (const step of plan.steps) {
    const known = attempt.steps.find((one) => one.step === step.id);
    if (first && known === undefined) return first;
    const facts = known ?? neverAnswered(step);
    const judgement = judgeStep(plan, step, facts);
    if (!judgement?.verdict) continue;
    const found = locate(plan, step, facts, { ...judgement, verdict: judgement.verdict });
    if (first === undefined || isDecisive(found.verdict)) first = found;
    if (!goesOn(judgement)) return first;
  }
  return first;
}

/** What one step that did not meet its expectation would make of its journey. */
export function classifyStep(plan: Plan, step: Step, facts: StepFacts): Classification | undefined {
  const judgement = judgeStep(plan, step, facts);
  return judgement?.verdict ? locate(plan, step, facts, { ...judgement, verdict: judgement.verdict }) : undefined;
}

/** Whether the journey goes on after a step: it was met, or a value came back in another writing, with which the rest can be checked. */
export function goesOn(judgement: StepJudgement): boolean {
  return judgement === undefined || judgement.verdict === null || judgement.reasonCode === 'SERVER_NORMALISED';
}

/** First row of the table that fits one step, or undefined where the step met its expectation. */
export function judgeStep(plan: Plan, step: Step, facts: StepFacts): StepJudgement {
  const situation = situationOf(plan, step, facts);
  const sent = facts.missingInput === undefined && facts.credentialProblem === undefined && facts.failure === undefined;
  if (sent && isMet(situation)) return undefined;
  const row = verdictTable.find(({ when }) => when(situation));
  return row && { row: row.row, verdict: row.verdict, reasonCode: row.reasonCode };
}

export function isDecisive(verdict: Verdict): boolean {
  return verdict.startsWith('FAIL_DECISIVE_');
}

function isMet(s: Situation): boolean {
  if (s.negative) return (isRefusedAsAsked(s) || isHidden(s)) && s.facts.redirect?.stopped === undefined;
  const { body, schemaErrors, polling, redirect } = s.facts;
  return (
    s.expected &&
    body === undefined &&
    (schemaErrors ?? []).length === 0 &&
    polling === undefined &&
    !(redirect?.leftPath && redirect.endedOnPage) &&
    s.missing.length === 0 &&
    s.assertions.every((one) => isAssertionMet(s.step, one))
  );
}

/** Another identity's list was answered, and does not show the item. */
function isHidden({ step, outcome, succeeded, assertions }: Situation): boolean {
  const isShown = assertions.length === 0 || assertions.some((one) => !isAssertionMet(step, one));
  return outcome === 'cross-persona' && succeeded && !isShown;
}

/** Whether one assertion of a step holds, from its facts. That something was deleted is certain only in a list that was read to its end. */
export function isAssertionMet(step: Step, { op, relation, exhausted, twice }: AssertionFacts): boolean {
  if (op === 'differs') return relation === 'DIFFERENT';
  if (op === 'listLacks') return relation === 'ABSENT' && (exhausted === true || step.effectOf === undefined);
  return relation === 'EQUAL' && twice !== true;
}

function neverAnswered(step: Step): StepFacts {
  return { step: step.id, statusCode: 0, identitySent: false, failure: 'BUDGET_SPENT' };
}

/** What differs says more than what is only written otherwise. */
function worst(unmet: Situation['assertions']): Situation['assertions'][number] | undefined {
  return unmet.find(({ relation }) => relation !== 'NORMALISED') ?? unmet[0];
}

type Judged = { row: VerdictRow['row']; verdict: Verdict; reasonCode: ReasonCode };

function locate(plan: Plan, step: Step, facts: StepFacts, judged: Judged): Classification {
  const situation = situationOf(plan, step, facts);
  const pointer =
    judged.row === 20
      ? facts.schemaErrors?.[0]?.pointer
      : judged.row === 21
        ? situation.missing[0]?.pointer
        : worst(situation.assertions.filter((one) => !isAssertionMet(step, one)))?.pointer;
  return {
    ...judged,
    stepId: step.id,
    ...(pointer === undefined ? {} : { pointer }),
    statusCode: facts.statusCode,
    operationAtFault: operationAtFault(plan, step, judged),
  };
}

/** Of missing state the write whose effect is missing; otherwise the step's own operation. */
function operationAtFault(plan: Plan, step: Step, { verdict, row, reasonCode }: Judged): string {
  if (verdict !== 'FAIL_DECISIVE_PERSISTENCE' && row !== 23) return operationOf(step);
  const isEcho = !isReading(step) && row !== 11;
  if (isEcho) return operationOf(step);
  const checked = plan.steps.find(({ id }) => id === step.effectOf);
  // A write that was refused has no effect to miss: then what is wrong was wrong from the start.
  if (checked && (checked.expect.outcome === 'success' || reasonCode === 'AUTHZ_OBJECT')) return operationOf(checked);
  return operationOf(makerOf(plan, step) ?? step);
}

/** The earlier step that made the item which the step is about: the one in its path or, of a list below another item, the one it must show. */
function makerOf(plan: Plan, step: Step): Step | undefined {
  const asserted = step.assert.flatMap(referencesOf);
  const named = Object.values(step.params.path).slice(-1);
  const references = step.path.endsWith('}') ? [...named, ...asserted] : [...asserted, ...named];
  return references
    .map((value) => {
      if ('sent' in value) return plan.steps.find(({ id }) => id === value.sent);
      return 'capture' in value ? plan.steps.find((one) => Object.hasOwn(one.captures, value.capture)) : undefined;
    })
    .find((found) => found !== undefined && found !== step);
}

/** "METHOD /template", as plans name their subject. */
export function operationOf(step: { method: string; path: string }): string {
  return `${step.method} ${step.path}`;
}
