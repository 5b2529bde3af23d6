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
import type { VerdictRow } from './rows/verdict-row.ts';
import { verdictTable } from './verdict-table.ts';
import { carriesSoundValues } from './wrong-members.ts';

/**
 * Where and why a journey failed. `row`: the row of the verdict table; C = not confirmed, E = no evidence. Planner and
 * verifier §6.1.
 */
export type Classification = {
  verdict: Verdict;
  reasonCode: ReasonCode;
  row: VerdictRow['row'] | 'C' | 'E';
  /** Id of the failing step. */
  stepId: string;
  /** JSON Pointer of the wrong member or list, if there is one. */
  pointer?: string;
  /** The places of unmet assertions, `pointer` among them. Absent if there is only one, and for rows 20 and 21. */
  pointers?: string[];
  statusCode: number;
  /** "METHOD /template" of the operation at fault. For a lost effect, the write whose effect is missing. */
  operationAtFault: string;
};

/**
 * A failed step. `isEnd`: the journey ended there. `isMismatch`: decisive, but the journey went on and checked its
 * subject, so that another journey may report this failure.
 */
export type Failure = { found: Classification; isEnd: boolean; isMismatch: boolean };

/** The verdict on one step. Undefined: the step passed. A null verdict: it passed with a note. */
export type StepJudgement = { row: VerdictRow['row']; verdict: Verdict | null; reasonCode: ReasonCode } | undefined;

/**
 * The verdict on a journey from its facts; undefined for a pass. Pure, so that the runner and the service get the same
 * result. A decisive verdict needs a second attempt that failed at the same operation and row. Otherwise it becomes
 * FLAKY, or EVENTUALLY_CONSISTENT if the second attempt was that at this operation. Planner and verifier §6.1.
 */
export function classifyJourney(plan: Plan, facts: JourneyFacts): Classification | undefined {
  return mainOf(plan, failuresOf(plan, facts));
}

/**
 * The failed steps of a journey, in order. A decisive failure that the second attempt does not confirm becomes FLAKY or
 * EVENTUALLY_CONSISTENT.
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
 * The verdict of one attempt alone, without confirmation. The first failed step decides, unless a later decisive
 * failure says more (see `mainOf`). The first step without facts counts as not answered if no step before it failed.
 */
export function classifyAttempt(plan: Plan, attempt: AttemptFacts): Classification | undefined {
  return mainOf(plan, failuresIn(plan, attempt));
}

/**
 * The failure by which the journey is reported: the first, unless a later decisive one ended the journey or says more.
 * Undefined without failures.
 */
export function mainOf(plan: Plan, failures: readonly Failure[]): Classification | undefined {
  let main: Classification | undefined;
  for (const { found, isEnd } of failures)
    if (main === undefined || (isDecisive(found.verdict) && (isEnd || saysMore(plan, found, main)))) main = found;
  return main;
}

/** The failed steps of one attempt, up to the one that ended it or that need not succeed (`isForShow`). */
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
 * True if the journey's subject was still checked after a mismatch. The mismatch is in another operation, or as many
 * assertions were checked as the step asserts values, or the schema holds and another step compared values.
 */
function isCheckedAnyhow({ subject }: Plan, step: Step, facts: StepFacts, all: StepFacts[]): boolean {
  const { assertions = [], schemaErrors } = facts;
  const asserted = step.assert.filter(({ op }) => op === 'equals' || op === 'listContains' || op === 'listPages');
  if (operationOf(step) !== subject || assertions.length >= asserted.length) return true;
  return schemaErrors === undefined && all.some((one) => one.step !== step.id && (one.assertions ?? []).length > 0);
}

/**
 * True for an inconclusive step of `read-beside` after the read, such as a create. Such steps only give the read an
 * item to show.
 */
function isForShow({ kind, subject, steps }: Plan, step: Step, { verdict }: Classification): boolean {
  const isRead = earlierSteps({ steps }, step).some((one) => operationOf(one) === subject);
  return kind === 'read-beside' && isRead && operationOf(step) !== subject && !isDecisive(verdict);
}

/** The classification of one failed step; undefined if it passed. */
export function classifyStep(plan: Plan, step: Step, facts: StepFacts): Classification | undefined {
  const judgement = judgeStep(plan, step, facts);
  return judgement?.verdict ? locate(plan, step, facts, { ...judgement, verdict: judgement.verdict }) : undefined;
}

/**
 * True if `found` is reported rather than `first`: `first` is not decisive, or only `found` is in the operation under
 * test.
 */
function saysMore({ subject }: Plan, found: Classification, first: Classification): boolean {
  if (!isDecisive(first.verdict)) return true;
  return found.operationAtFault === subject && first.operationAtFault !== subject;
}

/** Reasons that concern only the response, if a write was carried out. */
const ANSWERED_OTHERWISE = new Set<ReasonCode>([
  'UNEXPECTED_STATUS',
  'EMPTY_BODY',
  'MALFORMED_BODY',
  'WRONG_MEDIA_TYPE',
]);

/** Reasons that concern only the response, if a list shows the item of the write. */
const TOLD_TOO_LITTLE = new Set<ReasonCode>([
  ...ANSWERED_OTHERWISE,
  'SCHEMA',
  'FIELD_MISSING',
  'VALUE_LOST',
  'ITEM_NOT_SHOWN',
]);

/**
 * True if the journey goes on after a step: it passed, a value was shown in another notation, or only its response
 * breaks the spec. False if a capture is missing and no list shows it, or if a captured value breaks the schema.
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

/** True if no capture needs a list entry, or the entry was found. */
function isEntryFound({ captures }: Step, { assertions = [] }: StepFacts): boolean {
  const isTaken = Object.values(captures).some(({ from }) => from === 'entry');
  return !isTaken || assertions.some((one) => one.op === 'listContains' && !notFound(one));
}

/** True if a write was carried out: a success other than 202. */
function isWritten(step: Step, { statusCode }: StepFacts): boolean {
  return isSuccess(statusCode) && statusCode !== 202 && !isReading(step);
}

/**
 * The first row of the verdict table that fits the step; undefined if it passed. SCHEMA, and an undocumented success
 * whose body fits a documented one, give way to a decisive row about values in the same response.
 */
export function judgeStep(plan: Plan, step: Step, facts: StepFacts): StepJudgement {
  const shown = shownBy(step, facts);
  const sent = facts.missingInput === undefined && facts.credentialProblem === undefined && facts.failure === undefined;
  // Most steps pass by the response alone, without a look at the plan.
  if (sent && step.expect.outcome === 'success' && isShownMet(shown)) return undefined;
  const situation = situationOf(plan, step, facts, shown);
  if (sent && situation.negative && isDenied(situation)) return undefined;
  const row = verdictTable.find(({ when }) => when(situation));
  const wrongState = row === undefined ? undefined : judgeBesides(plan, step, facts, row.reasonCode);
  return wrongState ?? (row && { row: row.row, verdict: row.verdict, reasonCode: row.reasonCode });
}

/**
 * The decisive verdict on the values that the response shows, apart from its schema or status. Missing captures are not
 * counted, because the schema or status explains them.
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

/** True if another persona's list succeeded and does not show the item. */
function isHidden({ step, outcome, succeeded, assertions }: Situation): boolean {
  const isShown = assertions.length === 0 || assertions.some((one) => !isAssertionMet(step, one));
  return outcome === 'cross-persona' && succeeded && !isShown;
}

/** True if the facts of an assertion meet it. For a deletion, the list must have been read to its end. */
export function isAssertionMet(step: Step, { op, relation, exhausted, twice }: AssertionFacts): boolean {
  if (op === 'differs') return relation === 'DIFFERENT';
  // A default in another notation is the same value.
  if (op === 'defaulted') return relation !== 'DIFFERENT';
  if (op === 'listLacks') return relation === 'ABSENT' && (exhausted === true || step.effectOf === undefined);
  return relation === 'EQUAL' && twice !== true;
}

function neverAnswered(step: Step): StepFacts {
  return { step: step.id, statusCode: 0, identitySent: false, failure: 'BUDGET_SPENT' };
}

/**
 * The places of unmet assertions whose values are not just in another notation; without any, the place of the first
 * one.
 */
function wrongPlaces(unmet: Situation['assertions']): string[] {
  const wrong = unmet.filter(({ relation }) => relation !== 'NORMALISED');
  const [found] = wrong.length > 0 ? wrong : unmet;
  return found === undefined ? [] : [...new Set([found, ...wrong].flatMap(({ pointer }) => pointer ?? []))];
}

type Judged = { row: VerdictRow['row']; verdict: Verdict; reasonCode: ReasonCode };

function locate(plan: Plan, step: Step, facts: StepFacts, judged: Judged): Classification {
  const situation = situationOf(plan, step, facts);
  const [pointer, ...more] =
    judged.row === 20
      ? [facts.schemaErrors?.[0]?.pointer]
      : judged.row === 21
        ? [situation.missing[0]?.pointer]
        : wrongPlaces(situation.assertions.filter((one) => !isAssertionMet(step, one)));
  return {
    ...judged,
    stepId: step.id,
    ...(pointer === undefined ? {} : { pointer }),
    ...(pointer === undefined || more.length === 0 ? {} : { pointers: [pointer, ...more].flatMap((one) => one ?? []) }),
    statusCode: facts.statusCode,
    operationAtFault: operationAtFault(plan, step, judged),
  };
}

/** "METHOD /template" of the write whose effect is missing, or of the step itself. */
function operationAtFault(plan: Plan, step: Step, { verdict, row, reasonCode }: Judged): string {
  if (reasonCode === 'LOCATION_MISLEADS') return operationOf(makerOf(plan, step) ?? step);
  if (verdict !== 'FAIL_DECISIVE_PERSISTENCE' && row !== 23) return operationOf(step);
  const isEcho = !isReading(step) && row !== 11;
  if (isEcho) return operationOf(step);
  const checked = plan.steps.find(({ id }) => id === step.effectOf);
  // A refused write has no effect, so the create is at fault.
  if (checked && (checked.expect.outcome === 'success' || reasonCode === 'AUTHZ_OBJECT')) return operationOf(checked);
  return operationOf(makerOf(plan, step) ?? step);
}

/**
 * The step that sent or captured what `step` is about: the item in its path, else the item or value that it asserts.
 * Lists begin with the asserted one. Undefined if there is no such step but `step` itself.
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

/** "METHOD /template", as in a plan's `subject`. */
export function operationOf(step: { method: string; path: string }): string {
  return `${step.method} ${step.path}`;
}
