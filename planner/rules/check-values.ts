import type { Json, Template } from '#verifier/plan/plan.ts';
import { referencesOf } from '#verifier/plan/references-of.ts';
import { canonicalJson } from '../intake/json/canonical-json.ts';
import { pointerToken } from '../intake/json/json-object.ts';
import type { SchemaStore } from '../intake/schema/schema-store.ts';
import type { Parameter } from '../intake/model/operation.ts';
import { fits } from '../intake/schema/fits.ts';
import type { Drop } from '../outcome/dropped-plan.ts';
import { schemaAtPointer, templateAt } from './template-at.ts';
import { type Case, drop } from './case.ts';

/** Rule 6, first half: each literal of the body, and each scalar one in the query, fits its schema. */
export function checkValues({ plan, planning, operationOf }: Case): Drop | undefined {
  const { schemas } = planning.model;
  for (const step of plan.steps) {
    const operation = operationOf(step);
    const asked = operation?.parameters.find((parameter) => isMisfit(schemas, parameter, step.params.query));
    if (asked)
      return drop(
        'NO_VALUE_FITS',
        operation,
        `Step ${step.id} asks for a value of "${asked.name}" that does not fit its schema.`,
        `Give "${asked.name}" an example that fits its schema.`,
      );
    const schema = operation?.body?.schema;
    if (!step.body || schema === undefined) continue;
    for (const { pointer, value } of literalsOf(step.body.value, '')) {
      const place = schemaAtPointer(schemas, schema, pointer);
      if (place === undefined || fits(schemas, place, value)) continue;
      return drop(
        'NO_VALUE_FITS',
        operation,
        `The value ${JSON.stringify(value)} for ${pointer} does not fit its schema.`,
        `Give ${pointer} an example that fits its schema.`,
      );
    }
  }
  return undefined;
}

/**
 * True if a scalar query value breaks the schema of its parameter. Lists and objects are not checked: each parameter
 * has its own style for them.
 */
function isMisfit(schemas: SchemaStore, parameter: Parameter, query: Record<string, Template>): boolean {
  const value = parameter.in === 'query' && !parameter.json ? query[parameter.name] : undefined;
  const [type] = schemas.flatten(parameter.schema).types;
  if (value === undefined || !('literal' in value) || type === 'array' || type === 'object') return false;
  return !fits(schemas, parameter.schema, value.literal);
}

function literalsOf(template: Template, at: string): { pointer: string; value: Json }[] {
  if ('literal' in template) return [{ pointer: at, value: template.literal }];
  if ('array' in template) return template.array.flatMap((inner, index) => literalsOf(inner, `${at}/${index}`));
  if (!('object' in template)) return [];
  return Object.entries(template.object).flatMap(([name, inner]) => literalsOf(inner, at + pointerToken(name)));
}

/**
 * Rule 6, second half: an update sends a value that differs from the one sent before, if any, and a later step asserts
 * it. The removal of a member counts, too.
 */
export function checkSecondValue({ plan, operationOf }: Case): Drop | undefined {
  if (plan.kind !== 'update-read') return undefined;
  const at = plan.steps.findLastIndex((step) => !step.mayBeAbsent && `${step.method} ${step.path}` === plan.subject);
  const update = plan.steps[at];
  const asserted = plan.steps.slice(at + 1).flatMap(({ assert }) => assert.flatMap(referencesOf));
  const changed = asserted.some((value) => {
    if (!update || !('sent' in value) || value.sent !== update.id) return false;
    const now = templateAt(update, value.pointer);
    const before = plan.steps
      .slice(0, at)
      .map((earlier) => templateAt(earlier, value.pointer))
      .findLast((one) => one !== undefined);
    return before === undefined || now === undefined || canonicalJson(before) !== canonicalJson(now);
  });
  return changed || showsRemoval(plan)
    ? undefined
    : drop(
        'NO_SECOND_VALUE',
        update && operationOf(update),
        'The update sends the values that were there before, so a read cannot show it.',
        'Give a field a second example or a second enum value.',
      );
}

/** True if an update sends null for a member, and a later read asserts that it differs from an earlier value. */
function showsRemoval({ steps, subject }: Case['plan']): boolean {
  const updates = new Map(
    steps.flatMap((step) => (`${step.method} ${step.path}` === subject ? [[step.id, step]] : [])),
  );
  return steps.some(({ effectOf, assert }) => {
    const update = effectOf === undefined ? undefined : updates.get(effectOf);
    return assert.some((one) => {
      if (!update || one.op !== 'differs' || !('sent' in one.value)) return false;
      const now = templateAt(update, one.value.pointer);
      return now !== undefined && 'literal' in now && now.literal === null;
    });
  });
}
