import { pointerToken } from '../plan/json-pointer.ts';
import type { Json, Plan, RequestTemplate, Step, Template } from '../plan/plan.ts';
import type { SentRequest } from '../engine/request/resolve-template.ts';
import { uniqueValue } from '../engine/request/unique-value.ts';
import { sameJson } from '../verdicts/compare-values.ts';
import type { PlacedValue, ReplayValue } from './replay.ts';

/** The plan and nonce from which a request's values were made. */
export type Source = { plan: Plan; nonce: string; redact: (value: Json) => Json };

type Leaf = Exclude<Template, { object: unknown } | { array: unknown }>;

/** The values of a request that was not sent yet, as its template gives them. */
export function plannedValues(plan: Plan, { params, body }: RequestTemplate): PlacedValue[] {
  const places = Object.entries(params).flatMap(([place, values]) =>
    Object.entries(values).flatMap(([name, value]) => leavesOf(plan, [place, name], value)),
  );
  return [...places, ...(body ? leavesOf(plan, ['body'], body.value) : [])];
}

function leavesOf(plan: Plan, at: string[], template: Template): PlacedValue[] {
  const inner = 'object' in template ? template.object : 'array' in template ? template.array : undefined;
  if (inner === undefined) return [{ at, value: valueOf(plan, template as Leaf) }];
  const entries = Object.entries(inner);
  if (entries.length === 0) return [{ at, value: { literal: Array.isArray(inner) ? [] : {} } }];
  return entries.flatMap(([key, value]) => leavesOf(plan, [...at, key], value));
}

/**
 * The values that a step finally sent. Values from the plan are given as templates, others as sent and redacted.
 * Members that were left out are missing.
 */
export function sentValues(source: Source, step: Step, sent: SentRequest): PlacedValue[] {
  const { params, body } = step;
  const templates: Record<string, Template> = {
    path: { object: params.path },
    query: { object: params.query },
    header: { object: params.header },
    ...(body ? { body: body.value } : {}),
  };
  return Object.entries(sent).flatMap(([place, value]) => {
    const found = valuesAt(source, step, [place], value as Json, templates[place]);
    const isNothing = place !== 'body' && Object.keys(value as object).length === 0;
    return isNothing ? [] : found;
  });
}

function valuesAt(source: Source, step: Step, at: string[], sent: Json, template: Template | undefined): PlacedValue[] {
  const pointer = at.slice(1).map(pointerToken).join('');
  const others = at[0] === 'body' ? [step.further, step.ifNamed, step.renewed].map((some) => some?.[pointer]) : [];
  const candidates = [template, ...others].filter((one) => one !== undefined);
  const leaf = candidates.find((one): one is Leaf => isLeaf(one) && isSent(source, one, sent));
  if (leaf) return [{ at, value: valueOf(source.plan, leaf) }];
  if (sent === null || typeof sent !== 'object' || Object.keys(sent).length === 0)
    return [{ at, value: { literal: source.redact(sent) } }];
  const whole = candidates.find((one) => 'object' in one || 'array' in one);
  return Object.entries(sent).flatMap(([key, value]) =>
    valuesAt(source, step, [...at, key], value, whole && memberOf(whole, key)),
  );
}

function memberOf(template: Template, key: string): Template | undefined {
  if ('object' in template) return Object.hasOwn(template.object, key) ? template.object[key] : undefined;
  return 'array' in template ? template.array[Number(key)] : undefined;
}

const isLeaf = (template: Template): template is Leaf => !('object' in template) && !('array' in template);

/**
 * True if a template produced the sent value. A reference or input always counts, because its value may have been
 * replaced since.
 */
function isSent({ nonce }: Source, template: Leaf, sent: Json): boolean {
  if ('literal' in template) return sameJson(template.literal, sent);
  return 'unique' in template ? uniqueValue(template.unique, nonce) === sent : true;
}

function valueOf({ inputs }: Plan, template: Leaf): ReplayValue {
  if (!('input' in template)) return template;
  return { input: inputs[template.input]?.env ?? template.input };
}
