import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, member } from '../json/json-object.ts';

const PREFIX = '#/$defs/';

/**
 * Spring's pages say how they are sorted in a member "sort". Generators document the list of orders that it is in Java;
 * the server writes an object instead (sorted, unsorted, empty), or that list, as its version has it: such a member may
 * be anything.
 */
export function openSort(schema: JsonSchema, definition: (name: string) => Json): JsonSchema {
  const properties = isObject(schema) ? member(schema, 'properties') : undefined;
  const reference = member(member(member(properties, 'sort'), 'items'), '$ref');
  if (!isObject(schema) || !isObject(properties) || typeof reference !== 'string') return schema;
  const order = member(definition(reference.slice(PREFIX.length)), 'properties');
  const isOrder = ['property', 'direction', 'nullHandling', 'ignoreCase'].every((name) =>
    isObject(member(order, name)),
  );
  return isOrder ? { ...schema, properties: { ...properties, sort: true } } : schema;
}
