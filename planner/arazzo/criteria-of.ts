import type { Assertion, Plan, PlanBundle, Step } from '#verifier/plan/plan.ts';

import type { Criterion, Dialect } from './arazzo-document.ts';
import type { Bindings } from './bindings.ts';
import { documentedTypes } from './documented-types.ts';
import { operandOf, jsonPathOf } from './operand.ts';

type Writing = { plan: Plan; bundle: PlanBundle; bindings: Bindings; dialect: Dialect };

/**
 * Returns the success criteria for what a step expects. They are meant to demand no more than the runner does: what the
 * dialect cannot express exactly is left out.
 */
export function criteriaOf(step: Step, writing: Writing): Criterion[] {
  const conditions = (isAnswered(step) ? step.assert : []).flatMap(
    (assertion) => conditionOf(assertion, writing) ?? [],
  );
  const until = step.until && pollCondition(step.until, writing.dialect);
  return [
    { condition: statusCondition(step) },
    // Two assertions may give one criterion, and Arazzo requires criteria to be unique.
    ...[...new Set([...conditions, ...(until === undefined ? [] : [until])])].map((condition) => ({
      context: '$response.body',
      type: 'jsonpath' as const,
      condition,
    })),
  ];
}

/** The statuses with which a refusal passes, for three kinds of refusals. */
const DENIALS = { any: [401, 403, 404, 410], absent: [404, 410], absentOrHidden: [403, 404, 410] };

/**
 * True if the response body is asserted: of a success, or of a read after a deletion. A list that another persona
 * requests is not asserted, because the request may be refused instead.
 */
function isAnswered({ expect: { outcome } }: Step): boolean {
  return outcome === 'success' || outcome === 'gone';
}

function statusCondition({ expect: { outcome, status }, assert, mayBeAbsent }: Step): string {
  if (mayBeAbsent && (outcome === 'not-found' || assert.length === 0)) return '$statusCode < 500';
  const passing =
    outcome === 'success'
      ? status
      : outcome === 'not-found'
        ? DENIALS.absent
        : outcome === 'gone'
          ? DENIALS.absentOrHidden
          : DENIALS.any;
  const successes = '$statusCode >= 200 && $statusCode < 300';
  if (passing.includes('2XX')) return successes;
  const mayAnswer = outcome === 'cross-persona' && assert.some(({ op }) => op === 'listLacks');
  return [...passing.map((code) => `$statusCode == ${code}`), ...(mayAnswer ? [successes] : [])].join(' || ');
}

function conditionOf(assertion: Assertion, writing: Writing): string | undefined {
  if (assertion.op === 'equals' || assertion.op === 'differs') {
    if (assertion.op === 'equals' && assertion.compare !== 'exact') return undefined;
    if (assertion.op === 'differs' && dependsOnBefore(assertion, writing.plan)) return undefined;
    const operand = operandText(assertion.value, writing);
    // A path cannot select from a body that is one text.
    if (operand === undefined || assertion.pointer === '') return undefined;
    return fieldTest(assertion.pointer, assertion.op === 'equals' ? '==' : '!=', operand, writing.dialect);
  }
  if (!('match' in assertion)) return undefined;
  const tests = assertion.match.map(({ pointer, value, compare }) => {
    const operand = compare === undefined && pointer !== '' ? operandText(value, writing) : undefined;
    return operand === undefined ? undefined : `@${jsonPathOf(pointer)} == ${operand}`;
  });
  const known = tests.filter((test) => test !== undefined);
  const filter = `${jsonPathOf(assertion.list)}[?${known.join(' && ')}]`;
  if (assertion.op === 'listContains') return known.length === 0 ? undefined : `${root(writing.dialect)}${filter}`;
  return known.length < tests.length ? undefined : noneOf(filter, assertion.list, writing.dialect);
}

/** True if the difference is asserted only under a condition on a value before, which is known only in the run. */
function dependsOnBefore(
  { settled, where, leadsTo, value }: Extract<Assertion, { op: 'differs' }>,
  { steps }: Plan,
): boolean {
  if (leadsTo !== undefined) return true;
  const captures = steps.map((step) => ('capture' in value ? step.captures[value.capture] : undefined));
  return settled !== undefined || where !== undefined || captures.some((capture) => capture?.otherwise !== undefined);
}

/** Returns the JSONPath of the body. Respect wraps the body in an array. */
function root(dialect: Dialect): string {
  return dialect === 'respect' ? '$[0]' : '$';
}

/**
 * Returns the criterion that compares one field of the body. In the dialect `spec`, undefined for the whole body: a
 * filter of RFC 9535 selects only its members.
 */
function fieldTest(pointer: string, sign: string, operand: string, dialect: Dialect): string | undefined {
  if (dialect === 'respect') return `$[?@${jsonPathOf(pointer)} ${sign} ${operand}]`;
  return pointer === '' ? undefined : `$[?$${jsonPathOf(pointer)} ${sign} ${operand}]`;
}

/**
 * Returns the criterion that a list lacks the item. In the dialect `spec`, undefined for a body that is the list
 * itself: a filter of RFC 9535 cannot select the root.
 */
function noneOf(filter: string, list: string, dialect: Dialect): string | undefined {
  if (dialect === 'respect') return `$[?count(@${filter}) == 0]`;
  return list === '' ? undefined : `$[?count($${filter}) == 0]`;
}

function pollCondition({ pointer, values }: NonNullable<Step['until']>, dialect: Dialect): string | undefined {
  const at = dialect === 'respect' ? '@' : '$';
  if (values.some((value) => value !== null && typeof value === 'object')) return undefined;
  return `$[?${values.map((value) => `${at}${jsonPathOf(pointer)} == ${JSON.stringify(value)}`).join(' || ')}]`;
}

/**
 * Returns the right side of a comparison. Undefined if there is no single value, or for a literal with `{$`. Runners
 * paste the value of an expression as text, so the dialect `spec` needs quotes around strings.
 */
function operandText(
  reference: Parameters<typeof operandOf>[0],
  { plan, bundle, bindings, dialect }: Writing,
): string | undefined {
  const operand = operandOf(reference, plan, bindings);
  if (operand === undefined) return undefined;
  if ('literal' in operand) {
    const text = JSON.stringify(operand.literal);
    return text.includes('{$') ? undefined : text;
  }
  const { expression } = operand;
  if (dialect === 'respect') return `{${expression}}`;
  return isNumber(expression, plan, bundle, bindings) ? `{${expression}}` : `'{${expression}}'`;
}

function isNumber(expression: string, plan: Plan, bundle: PlanBundle, bindings: Bindings): boolean {
  const [kind, name = '', , output = ''] = expression.split('.');
  if (kind === '$inputs') {
    const binding = bindings.all[name];
    return binding !== undefined && 'unique' in binding && binding.unique.charset === 'integer';
  }
  const step = plan.steps.find(({ id }) => id === name);
  const capture = step?.captures[output];
  if (capture?.from !== 'body') return false;
  return Object.values(step?.expect.responses ?? {}).some(
    ({ schema }) =>
      schema !== undefined &&
      documentedTypes(bundle.$defs, schema, capture.pointer).some((type) => type === 'integer' || type === 'number'),
  );
}
