import type { Json, Template } from '#verifier/plan/plan.ts';
import { uniqueValue } from '#verifier/engine/request/unique-value.ts';
import { SchemaStore } from '#planner/intake/schema/schema-store.ts';
import { chooseValue } from '#planner/values/choose/choose-value.ts';
import { type Choice, isUnfit } from '#planner/values/model/choice.ts';

export type Schema = { [key: string]: Json };

export function choice(more: Partial<Choice> = {}): Choice {
  return { schemas: new SchemaStore({}), turn: 0, carried: {}, conflicts: false, ...more };
}

/** The value as the runner would send it. */
function filled(template: Template): Json {
  if ('literal' in template) return template.literal;
  if ('unique' in template) return uniqueValue(template.unique, 'k3x9q2m7');
  if ('object' in template)
    return Object.fromEntries(Object.entries(template.object).map(([name, value]) => [name, filled(value)]));
  if ('array' in template) return template.array.map(filled);
  throw new Error('a reference has no value here');
}

/** The value that is chosen for a schema, filled in. */
export function valueFor(schema: Schema, name = 'field', more: Partial<Choice> = {}, nearby: Json[] = []): Json {
  const chosen = chooseValue(choice(more), schema, name, nearby);
  if (isUnfit(chosen)) throw new Error(`no value at ${chosen.unfit}`);
  return filled(chosen.template);
}
