import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, member } from '../json/json-object.ts';

const PREFIX = '#/$defs/';

/**
 * Returns the schema of a Spring page with a member `sort` that may be anything. Generators document a list of orders
 * there; some versions of Spring return an object (`sorted`, `empty`). Other schemas stay unchanged. `definition`
 * returns a schema by its name in `$defs`.
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
