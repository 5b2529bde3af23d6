import { isSuccess } from '../plan/is-success.ts';
import { namesItem } from '../plan/names-item.ts';
import { earlierSteps } from '../plan/earlier-steps.ts';
import { isReading } from '../plan/is-reading.ts';
import type { Plan, Step } from '../plan/plan.ts';
import { referencesOf } from '../plan/references-of.ts';
import type { ReasonCode, Verdict } from '../result/verdict.ts';
import type { AssertionFacts, AttemptFacts, JourneyFacts, StepFacts } from './facts.ts';
import { type Shown, shownBy, situationOf, type Situation } from './situation.ts';
import { isRefusedAsAsked, notFound } from './row-conditions.ts';
import { verdictTable, type VerdictRow } from './verdict-table.ts';
import { carriesSoundValues } from './wrong-members.ts';

/**
 * Where and why a journey ended. `row` is the row of the table in planner and verifier §6.1; C = not confirmed, E = no
 * evidence.
 */
export type Classification = {
  verdict: Verdict;
  reasonCode: ReasonCode;
  row: VerdictRow['row'] | 'C' | 'E';
  /** The step that did not meet its expectation. */
  stepId: string;
  /** JSON Pointer of the field or list at fault, where one is. */
  pointer?: string;
  statusCode: number;
  /** "METHOD /template" of the operation at fault: for missing state the write whose effect is missing. */
  operationAtFault: string;
};

/**
 * One step that did not meet its expectation. `isEnd`: the journey ended there. `isMismatch`: it went on, and all that
 * it is about was checked all the same, so that another journey may tell this one.
 */
export type Failure = { found: Classification; isEnd: boolean; isMismatch: boolean };

/** What one step's facts say. `undefined`: the step met its expectation. A null verdict is a pass with a note. */
export type StepJudgement = { row: VerdictRow['row']; verdict: Verdict | null; reasonCode: ReasonCode } | undefined;

/**
 * The verdict on one journey, from facts alone; `undefined` = pass. Pure: the runner and the service come to the same
 * answer. A decisive verdict stands only if a second attempt failed at the same operation and row, else FLAKY: what the
 * first attempt left behind can make an earlier read of the same list fail. The second one waits longer: what comes
 * right then is late. Planner and verifier §6.1.
 */
export function classifyJourney(plan: Plan, facts: JourneyFacts): Classification | undefined {
  return mainOf(plan, failuresOf(plan, facts));
}

/**
 * What failed in a journey, in the order of its steps, each decisive failure confirmed by the second attempt, late or
 * FLAKY.
 */
export function failuresOf(plan: Plan, { attempts: [first, second] }: JourneyFacts): Failure[] {
  const again = second ? failuresIn(plan, second) : [];
  const found = failuresIn(plan, first ?? { nonce: '', steps: [] });
  return found.map((failure) => (isDecisive(failure.found.verdict) ? confirmed(plan, failure, again) : failure));
}

function confirmed(plan: Plan, failure: Failure, again: Failure[]): Failure {
  const { found } = failure;
  const there = again.filter((one) => isSameOperation(plan, one.found.stepId, found.stepId));
  if (there.some((one) => one.found.row === found.row)) return failure;
  const late = there.find((one) => one.found.reasonCode === 'EVENTUALLY_CONSISTENT');
  const unsure = { ...found, verdict: 'INCONCLUSIVE_SETUP_REQUIRED', reasonCode: 'FLAKY', row: 'C' } as const;
  return { found: late?.found ?? unsure, isEnd: failure.isEnd, isMismatch: false };
}

function isSameOperation(plan: Plan, ...stepIds: [string, string]): boolean {
  const [one, other] = stepIds.map((stepId) => plan.steps.find(({ id }) => id === stepId));
  return one !== undefined && other !== undefined && operationOf(one) === operationOf(other);
}

/**
 * The verdict that one attempt alone would give, without confirmation. Steps without facts count as never answered. The
 * first step that did not meet its expectation decides; one that the journey went on from gives way to a decisive one
 * after it.
 */
export function classifyAttempt(plan: Plan, attempt: AttemptFacts): Classification | undefined {
  return mainOf(plan, failuresIn(plan, attempt));
}

/** What the journey tells of what failed in it. */
export function mainOf(plan: Plan, failures: readonly Failure[]): Classification | undefined {
  let main: Classification | undefined;
  for (const { found, isEnd } of failures)
    if (main === undefined || (isDecisive(found.verdict) && (isEnd || saysMore(plan, found, main)))) main = found;
  return main;
}

/** Every step of one attempt that did not meet its expectation, up to the one that ended it. */
function failuresIn(plan: Plan, attempt: AttemptFacts): Failure[] {
  const failures: Failure[] = [];
  for (const step of plan.steps) {
    const known = attempt.steps.find((one) => one.step === step.id);
    if (failures.length > 0 && known === undefined) return failures;
    const facts = known ?? neverAnswered(step);
    const judgement = judgeStep(plan, step, facts);
    if (!judgement?.verdict) continue;
    const found = locate(plan, step, facts, { ...judgement, verdict: judgement.verdict });
    if (isForShow(plan, step, found)) return failures;
    const isEnd = !goesOn(step, facts, judgement);
    failures.push({
      found,
      isEnd,
      isMismatch: !isEnd && isDecisive(found.verdict) && isCheckedAnyhow(plan, step, facts, attempt.steps),
    });
    if (isEnd) return failures;
  }
  return failures;
}

/**
 * Whether what the journey is about was checked behind a mismatch: it is about another operation, every value that the
 * step asserts was compared, or only the status or form of the write's answer is wrong and another step compared
 * values.
 */
function isCheckedAnyhow({ subject }: Plan, step: Step, facts: StepFacts, all: StepFacts[]): boolean {
  const { assertions = [], schemaErrors } = facts;
  const asserted = step.assert.filter(({ op }) => op === 'equals' || op === 'listContains' || op === 'listPages');
  if (operationOf(step) !== subject || assertions.length >= asserted.length) return true;
  return schemaErrors === undefined && all.some((one) => one.step !== step.id && (one.assertions ?? []).length > 0);
}

/**
 * Beside a read that needs nothing, and was judged already, a thing is made for it to show: where that is not to be
 * had, there is nothing against the read.
 */
function isForShow({ kind, subject, steps }: Plan, step: Step, { verdict }: Classification): boolean {
  const isRead = earlierSteps({ steps }, step).some((one) => operationOf(one) === subject);
  return kind === 'read-beside' && isRead && operationOf(step) !== subject && !isDecisive(verdict);
}

/** What one step that did not meet its expectation would make of its journey. */
export function classifyStep(plan: Plan, step: Step, facts: StepFacts): Classification | undefined {
  const judgement = judgeStep(plan, step, facts);
  return judgement?.verdict ? locate(plan, step, facts, { ...judgement, verdict: judgement.verdict }) : undefined;
}

/** Of what a journey went on from: what is decisive, then what is wrong at the operation that the journey is about. */
function saysMore({ subject }: Plan, found: Classification, first: Classification): boolean {
  if (!isDecisive(first.verdict)) return true;
  return found.operationAtFault === subject && first.operationAtFault !== subject;
}

/** A write that was done, and answered otherwise than is documented. */
const ANSWERED_OTHERWISE = new Set<ReasonCode>([
  'UNEXPECTED_STATUS',
  'EMPTY_BODY',
  'MALFORMED_BODY',
  'WRONG_MEDIA_TYPE',
]);

/** What may be wrong with the answer of a create whose thing a list shows. */
const TOLD_TOO_LITTLE = new Set<ReasonCode>([
  ...ANSWERED_OTHERWISE,
  'SCHEMA',
  'FIELD_MISSING',
  'VALUE_LOST',
  'ITEM_NOT_SHOWN',
]);

/**
 * Whether the journey goes on after a step: it was met, a value came back in another writing, a write was done and
 * answered otherwise than is documented, or the answer breaks its schema, but not where later steps take a value from
 * it. With that the rest can be checked, and what was made is taken away again.
 */
export function goesOn(step: Step, facts: StepFacts, judgement: StepJudgement): boolean {
  if (judgement === undefined || judgement.verdict === null) return true;
  const { reasonCode } = judgement;
  if (reasonCode === 'SERVER_NORMALISED') return true;
  const { missingCaptures, polling, isOff, schemaErrors = [], foundInList } = facts;
  const isEnd = (missingCaptures !== undefined && !foundInList) || polling !== undefined || isOff !== undefined;
  if (step.expect.outcome !== 'success' || isEnd) return false;
  if (foundInList) return TOLD_TOO_LITTLE.has(reasonCode);
  if (reasonCode === 'SCHEMA') return carriesSoundValues(step, schemaErrors) && isEntryFound(step, facts);
  return ANSWERED_OTHERWISE.has(reasonCode) && (isWritten(step, facts) || facts.fitsDocumented === true);
}

/** Whether the entry of a list was found that later steps take a value of. */
function isEntryFound({ captures }: Step, { assertions = [] }: StepFacts): boolean {
  const isTaken = Object.values(captures).some(({ from }) => from === 'entry');
  return !isTaken || assertions.some((one) => one.op === 'listContains' && !notFound(one));
}

/** What is only accepted (202) may not be there yet. */
function isWritten(step: Step, { statusCode }: StepFacts): boolean {
  return isSuccess(statusCode) && statusCode !== 202 && !isReading(step);
}

/**
 * First row of the table that fits one step, or undefined where the step met its expectation. A broken schema, or a 2xx
 * that is not documented, gives way to wrong state in the same answer.
 */
export function judgeStep(plan: Plan, step: Step, facts: StepFacts): StepJudgement {
  const shown = shownBy(step, facts);
  const sent = facts.missingInput === undefined && facts.credentialProblem === undefined && facts.failure === undefined;
  // Most steps are met, which needs no look at the plan.
  if (sent && step.expect.outcome === 'success' && isShownMet(shown)) return undefined;
  const situation = situationOf(plan, step, facts, shown);
  if (sent && situation.negative && isDenied(situation)) return undefined;
  const row = verdictTable.find(({ when }) => when(situation));
  const wrongState = row === undefined ? undefined : judgeBesides(plan, step, facts, row.reasonCode);
  return wrongState ?? (row && { row: row.row, verdict: row.verdict, reasonCode: row.reasonCode });
}

/**
 * What the answer lacks may be what its schema misses, or what an answer of its status leaves out: only what it shows
 * counts.
 */
function judgeBesides(plan: Plan, step: Step, facts: StepFacts, told: ReasonCode): StepJudgement {
  const { schemaErrors: _broken, missingCaptures: _missing, fitsDocumented, assertions = [], ...others } = facts;
  if (told !== 'SCHEMA' && !(told === 'UNEXPECTED_STATUS' && fitsDocumented)) return undefined;
  const documented = step.expect.status.find((one) => typeof one === 'number') ?? 200;
  const shown = fitsDocumented
    ? assertions.filter(({ op, relation }) => op !== 'equals' || relation !== 'ABSENT')
    : assertions;
  const statusCode = fitsDocumented ? documented : facts.statusCode;
  const found = judgeStep(plan, step, { ...others, statusCode, assertions: shown });
  return found?.verdict && isDecisive(found.verdict) ? found : undefined;
}

export function isDecisive(verdict: Verdict): boolean {
  return verdict.startsWith('FAIL_DECISIVE_');
}

function isDenied(s: Situation): boolean {
  return (isRefusedAsAsked(s) || isHidden(s)) && s.facts.redirect?.stopped === undefined;
}

function isShownMet(s: Shown): boolean {
  const { body, schemaErrors, polling, redirect, isOff } = s.facts;
  return (
    s.expected &&
    body === undefined &&
    (schemaErrors ?? []).length === 0 &&
    polling === undefined &&
    isOff === undefined &&
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

/**
 * Whether one assertion of a step holds, from its facts. That something was deleted is certain only in a list that was
 * read to its end.
 */
export function isAssertionMet(step: Step, { op, relation, exhausted, twice }: AssertionFacts): boolean {
  if (op === 'differs') return relation === 'DIFFERENT';
  // Another writing is no other value.
  if (op === 'defaulted') return relation !== 'DIFFERENT';
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
  if (reasonCode === 'LOCATION_MISLEADS') return operationOf(makerOf(plan, step) ?? step);
  if (verdict !== 'FAIL_DECISIVE_PERSISTENCE' && row !== 23) return operationOf(step);
  const isEcho = !isReading(step) && row !== 11;
  if (isEcho) return operationOf(step);
  const checked = plan.steps.find(({ id }) => id === step.effectOf);
  // A write that was refused has no effect to miss: then what is wrong was wrong from the start.
  if (checked && (checked.expect.outcome === 'success' || reasonCode === 'AUTHZ_OBJECT')) return operationOf(checked);
  return operationOf(makerOf(plan, step) ?? step);
}

/**
 * The earlier step that made the item which the step is about: the one in its path or, of a list below another item,
 * the one it must show.
 */
function makerOf(plan: Plan, step: Step): Step | undefined {
  const asserted = step.assert.flatMap(referencesOf);
  const named = Object.values(step.params.path).slice(-1);
  const references = namesItem(step.path) ? [...named, ...asserted] : [...asserted, ...named];
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
