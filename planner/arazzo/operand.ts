import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json, Plan, Step, Template, ValueReference } from '#verifier/plan/plan.ts';

import { templateAt } from '../rules/template-at.ts';
import type { Bindings } from './bindings.ts';

/** One value of a plan in an Arazzo document: a literal or a runtime expression. */
export type Operand = { literal: Json } | { expression: string };

/**
 * Returns a request value as in Arazzo: literals as they are, other values as runtime expressions. A reference to a
 * sent value becomes what that step sends; null if it sends none.
 */
export function payloadOf(template: Template, step: Pick<Step, 'persona'>, plan: Plan, bindings: Bindings): Json {
  if ('object' in template)
    return Object.fromEntries(
      Object.entries(template.object).map(([name, inner]) => [name, payloadOf(inner, step, plan, bindings)]),
    );
  if ('array' in template) return template.array.map((inner) => payloadOf(inner, step, plan, bindings));
  if ('literal' in template) return template.literal;
  if ('unique' in template) return `$inputs.${bindings.unique(template.unique)}`;
  if ('input' in template) return `$inputs.${bindings.input(template.input, step.persona)}`;
  if ('capture' in template) return captureExpression(plan, template.capture);
  const source = sourceOf(plan, template);
  return source ? payloadOf(source.template, source.step, plan, bindings) : null;
}

/**
 * Returns the value that an assertion compares with. A value that a step sent is replaced by its source, because Arazzo
 * cannot read the requests of other steps. Undefined if there is no single value.
 */
export function operandOf(reference: ValueReference, plan: Plan, bindings: Bindings): Operand | undefined {
  if ('capture' in reference) return { expression: captureExpression(plan, reference.capture) };
  const source = sourceOf(plan, reference);
  if (!source || 'object' in source.template || 'array' in source.template) return undefined;
  if ('sent' in source.template || 'capture' in source.template) return operandOf(source.template, plan, bindings);
  if ('literal' in source.template) {
    const value = source.template.literal;
    return value !== null && typeof value === 'object' ? undefined : { literal: value };
  }
  return { expression: String(payloadOf(source.template, source.step, plan, bindings)) };
}

function captureExpression(plan: Plan, capture: string): string {
  const step = plan.steps.find(({ captures }) => Object.hasOwn(captures, capture));
  return `$steps.${step?.id ?? ''}.outputs.${capture}`;
}

function sourceOf(
  plan: Plan,
  { sent, pointer }: { sent: string; pointer: string },
): { step: Step; template: Template } | undefined {
  const step = plan.steps.find(({ id }) => id === sent);
  const template = step && templateAt(step, pointer);
  return template && { step, template };
}

/** Returns a JSON Pointer as JSONPath segments, to be put behind `$` or `@`. */
export function jsonPathOf(pointer: string): string {
  return segmentsOf(pointer)
    .map((segment) => (/^(0|[1-9]\d*)$/.test(segment) ? `[${segment}]` : `['${escaped(segment)}']`))
    .join('');
}

function escaped(name: string): string {
  return JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}
