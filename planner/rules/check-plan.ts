import { isSuccess } from '#verifier/plan/is-success.ts';
import type { Assertion, ItemMatch, Plan, ValueReference } from '#verifier/plan/plan.ts';
import { isRefusal } from '#verifier/plan/is-refusal.ts';
import { leavesOfRequest } from '#verifier/verdicts/situation.ts';

import { KIND_FACTS } from '../journeys/model/kind-facts.ts';
import type { Planning } from '../journeys/model/planning.ts';
import { successBody } from '../resources/responses/response-shape.ts';
import { servesBytes } from '../resources/responses/file-reads.ts';
import { textItemIn } from '../resources/responses/text-item-in.ts';
import { canonicalJson } from '../intake/json/canonical-json.ts';
import type { Operation } from '../intake/model/operation.ts';
import { closedValue } from '../values/choose/closed-value.ts';
import type { Drop } from '../outcome/dropped-plan.ts';
import { isHiddenUnlessShared, letsOthersIn } from './lets-others-in.ts';
import { schemaAtPointer, templateAt } from './template-at.ts';
import { isRequiredRefusal } from '../personas/is-required-refusal.ts';
import { refusesOperation } from './refuses-operation.ts';
import { type Case, drop } from './case.ts';
import { checkValues, checkSecondValue } from './check-values.ts';

const VERIFIABLE_REFUSALS = new Set([401, 403, 404, 410]);

/**
 * Rule 1: each capture and sent value comes from an earlier step, and each input is env-provided. A literal in the path
 * needs a parameter with an enum or const.
 */
function checkCreatable({ plan, planning, operationOf }: Case): Drop | undefined {
  const captured = new Set<string>();
  const sent = new Set<string>();
  for (const step of plan.steps) {
    const operation = operationOf(step);
    const missing = leavesOfRequest(step).find(
      (leaf) =>
        ('capture' in leaf && !captured.has(leaf.capture)) ||
        ('sent' in leaf && !sent.has(leaf.sent)) ||
        ('input' in leaf &&
          !(Object.hasOwn(plan.inputs, leaf.input) && planning.envProvidedParams.includes(leaf.input))),
    );
    const invented = Object.entries(step.params.path).find(
      ([name, value]) => 'literal' in value && !isClosed(planning, operation, name),
    );
    if (missing || invented)
      return drop(
        'NOT_CREATABLE',
        operation,
        `Step ${step.id} needs ${missing ? JSON.stringify(missing) : `a value for {${invented?.[0]}}`}, which nothing before it produces.`,
        'Offer the operation that creates it, or declare the parameter as env-provided.',
      );
    for (const name of Object.keys(step.captures)) captured.add(name);
    sent.add(step.id);
  }
  return undefined;
}

function isClosed({ model }: Planning, operation: Operation | undefined, name: string): boolean {
  const parameter = operation?.parameters.find((param) => param.in === 'path' && param.name === name);
  return closedValue(model.schemas, parameter?.schema ?? true) !== undefined;
}

function assertedPointers(assertion: Assertion): string[] {
  if (assertion.op === 'status' || assertion.op === 'opaque') return [];
  if (assertion.op === 'listOnly') return [`${assertion.list}/0${assertion.pointer}`];
  if (assertion.op === 'leavesNoneOut') return assertion.members.map(({ pointer }) => pointer);
  return 'list' in assertion ? [assertion.list] : [assertion.pointer];
}

/**
 * Rule 3: the operation's response documents each place that a step asserts or waits for. A text or file is
 * such a place as a whole.
 */
function checkShown({ plan, planning, operationOf }: Case): Drop | undefined {
  for (const step of plan.steps) {
    const operation = operationOf(step);
    const body = operation && successBody(operation);
    const { schemas } = planning.model;
    const isText = (pointer: string) =>
      pointer === '' && operation && (textItemIn(schemas, operation) !== undefined || servesBytes(schemas, operation));
    const hidden = [...step.assert.flatMap(assertedPointers), ...(step.until ? [step.until.pointer] : [])].find(
      (pointer) => !isText(pointer) && (body === undefined || schemaAtPointer(schemas, body, pointer) === undefined),
    );
    if (hidden !== undefined)
      return drop(
        'OUTCOME_NOT_SHOWN',
        operation,
        `No 2xx response of ${operation?.key ?? step.path} documents ${hidden || 'a body'}.`,
        'Document the field in that response.',
      );
  }
  return undefined;
}

/** True if the run has the value when the step at index `at` asserts it: captured before, or sent up to this step. */
function isProduced(plan: Plan, at: number, value: ValueReference): boolean {
  if ('capture' in value) return plan.steps.slice(0, at).some(({ captures }) => Object.hasOwn(captures, value.capture));
  const source = plan.steps.slice(0, at + 1).find(({ id }) => id === value.sent);
  return source !== undefined && templateAt(source, value.pointer) !== undefined;
}

function isProducedMatch(plan: Plan, at: number, match: ItemMatch): boolean {
  return match.length > 0 && match.every(({ value }) => isProduced(plan, at, value));
}

/**
 * Rule 4: some assertion compares with a value that the run sent or captured. Only `equals`, `listContains` and
 * `listPages` count. For an action, only assertions from the action on count. A refusal needs none.
 */
function checkProduced({ plan, operationOf }: Case): Drop | undefined {
  if (isRefusal(plan)) return undefined;
  const from = KIND_FACTS[plan.kind].acts
    ? plan.steps.findLastIndex((step) => operationOf(step)?.key === plan.subject && !step.mayBeAbsent)
    : 0;
  const qualifies = plan.steps.some(
    (step, at) =>
      at >= from &&
      step.assert.some(
        (assertion) =>
          (assertion.op === 'equals' && isProduced(plan, at, assertion.value)) ||
          (assertion.op === 'listContains' && isProducedMatch(plan, at, assertion.match)) ||
          (assertion.op === 'listPages' &&
            assertion.each.length > 0 &&
            assertion.each.every((match) => isProducedMatch(plan, at, match))),
      ),
  );
  const subject = plan.steps.map(operationOf).find((operation) => operation?.key === plan.subject);
  return qualifies
    ? undefined
    : drop(
        'NO_PRODUCED_VALUE',
        subject,
        'The journey asserts no value that it sent or carried from an earlier step.',
        'Return the fields that the request sends in the response, and the id of what was created.',
      );
}

/** Rule 5: a success is expected as 2xx, a refusal as 401, 403, 404 or 410, never as 400, 409 or 422. */
function checkNegatives({ plan, operationOf }: Case): Drop | undefined {
  for (const step of plan.steps) {
    const { outcome, status } = step.expect;
    const allowed = (code: number | '2XX') =>
      outcome === 'success' ? code === '2XX' || isSuccess(code) : VERIFIABLE_REFUSALS.has(Number(code));
    const wrong = status.find((code) => !allowed(code));
    if (wrong !== undefined || status.length === 0)
      return drop(
        'NEGATIVE_STATUS_NOT_VERIFIABLE',
        operationOf(step),
        `Step ${step.id} expects ${wrong ?? 'no status'}; only 401, 403 and 404 can be verified as refusals.`,
        'Document the refusal as 401, 403 or 404.',
      );
  }
  return undefined;
}

/** Rule 6 for filters: an item that the filtered list must lack was created with another value. */
function checkOtherValue({ plan, operationOf }: Case): Drop | undefined {
  if (plan.kind !== 'list-filter') return undefined;
  const same = plan.steps.find(({ params, assert }) => {
    const asked = Object.values(params.query).find((value) => 'sent' in value);
    const maker = asked && plan.steps.find(({ id }) => id === asked.sent);
    if (!asked || !maker || assert.every(({ op }) => op !== 'listLacks')) return false;
    const others = plan.steps.filter((step) => step !== maker && operationOf(step) === operationOf(maker));
    const value = canonicalJson(templateAt(maker, asked.pointer) ?? null);
    return others.every((step) => canonicalJson(templateAt(step, asked.pointer) ?? null) === value);
  });
  return (
    same &&
    drop(
      'NO_SECOND_VALUE',
      operationOf(same),
      `Step ${same.id} asks for a value that every item has, so that the list can leave none out.`,
      'Give the field that the parameter is named like a second example or a second enum value.',
    )
  );
}

/**
 * Each persona exists. For each step that refuses a persona, the requirements refuse it the operation, or its
 * description states a limit that covers the operation. An unauthenticated journey on a secured operation also needs an
 * actor.
 */
function checkPersonas({ plan, planning, operationOf }: Case): Drop | undefined {
  const { roles } = planning;
  const unknown = plan.personas.find((name) => roles.bindings.every((persona) => persona.name !== name));
  const subject = plan.steps.map(operationOf).find((operation) => operation?.key === plan.subject);
  if (unknown !== undefined || (plan.kind === 'unauthenticated' && subject?.secured && !roles.actor))
    return drop('NO_PERSONAS', subject, 'The journey needs a persona that is not there.', 'Add a test persona.');
  const refused = plan.steps.filter(
    ({ expect }) => expect.outcome === 'forbidden' || expect.outcome === 'cross-persona',
  );
  const silent = refused.find((step) => {
    const { persona, method, path } = step;
    const operation = operationOf(step);
    const entry = roles.limited.find((one) => one.persona.name === persona);
    return (
      !isRequiredRefusal(roles, persona, `${method} ${path}`) &&
      !(entry && operation && refusesOperation(planning, entry, operation))
    );
  });
  return silent
    ? drop(
        'AMBIGUOUS_PERSONA',
        subject,
        `The description of ${silent.persona ?? 'no persona'} states no limit on ${silent.method} ${silent.path}.`,
        'Say in the description what the persona may not do.',
      )
    : undefined;
}

/** A persona that "sees only what was shared" is refused only items that the journey certainly shares with nobody. */
function checkUnshared({ plan, planning }: Case): Drop | undefined {
  const other = planning.roles.limited.find(({ persona }) => plan.personas.includes(persona.name));
  return other && isHiddenUnlessShared(planning, other.limits, plan.subject) && letsOthersIn(planning, plan)
    ? {
        reason: 'AMBIGUOUS_PERSONA',
        detail: `What the journey makes may be open to ${other.persona.name}: something that it sends lets others in, or may.`,
        edit: 'Say in the description what the persona may not do, whoever was let in.',
      }
    : undefined;
}

const CHECKS = [
  checkCreatable,
  checkNegatives,
  checkPersonas,
  checkUnshared,
  checkShown,
  checkProduced,
  checkValues,
  checkSecondValue,
  checkOtherValue,
];

/**
 * Returns why a finished plan must be dropped: it breaks a rule of specification §4 (1 and 3 to 6), or its personas do
 * not fit. Otherwise undefined. The check does not trust the shapes that proposed the plan.
 */
export function checkPlan(plan: Plan, planning: Planning): Drop | undefined {
  const operationOf = ({ method, path }: { method: string; path: string }) =>
    planning.model.byKey.get(`${method} ${path}`);
  for (const check of CHECKS) {
    const found = check({ plan, planning, operationOf });
    if (found) return found;
  }
  return undefined;
}

/**
 * Returns a function that is called with plan after plan. It returns a drop for a plan with the steps or the id of an
 * earlier one, otherwise undefined.
 */
export function createDuplicateCheck(): (plan: Plan) => Drop | undefined {
  const seen = new Map<string, string>();
  return (plan) => {
    // An optional update that may be refused is no second update.
    const own = plan.steps.filter(({ mayBeAbsent }) => plan.kind !== 'update-read' || !mayBeAbsent);
    const done = own.map(({ probes: _probes, expect: { outcome }, ...step }) => ({ ...step, outcome }));
    const marks = [plan.journeyId, JSON.stringify(done)];
    const same = marks.map((mark) => seen.get(mark)).find((name) => name !== undefined);
    for (const mark of marks) seen.set(mark, seen.get(mark) ?? plan.name);
    if (same === undefined) return undefined;
    return {
      reason: 'DUPLICATE',
      detail: `The journey does the same as "${same}".`,
      edit: 'Nothing: the other journey covers it.',
    };
  };
}
