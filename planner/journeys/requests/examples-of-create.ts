import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { sentResource } from '../../resources/model/body-wrapper.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';

/**
 * Returns an example body for an update: the create's examples of members that have none in the update
 * itself. [] if there are none.
 */
export function examplesOfCreate({ planning }: Journey, operation: Operation, { resource }: Item): Json[] {
  const { schemas } = planning.model;
  const create = resource.create?.operation;
  if (create === undefined || create === operation) return [];
  const examplesOf = (schema: JsonSchema) => {
    const { examples } = schemas.flatten(schema).rest;
    return Array.isArray(examples) ? examples : [];
  };
  const made = sentResource(schemas, create).properties;
  const { properties, alternatives } = sentResource(schemas, operation);
  const shown = Object.entries(properties).flatMap(([name, schema]) => {
    const [example] = Object.hasOwn(made, name) ? examplesOf(made[name] ?? true) : [];
    return example === undefined || examplesOf(schema).length > 0 ? [] : [[name, example] as const];
  });
  // With alternatives (oneOf), it is unclear which one an example belongs to: none is returned.
  return shown.length === 0 || alternatives.length > 0 ? [] : [Object.fromEntries(shown)];
}
