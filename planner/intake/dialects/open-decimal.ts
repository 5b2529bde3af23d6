import type { JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';

const DECIMAL = String.raw`^-?\d+(\.\d+)?([eE][-+]?\d+)?$`;

/** True if the document has the error responses that flask-smorest writes. */
function isOfFlask(document: JsonObject): boolean {
  const responses = member(member(document, 'components'), 'responses');
  return ['DEFAULT_ERROR', 'UNPROCESSABLE_ENTITY'].every((name) => isObject(member(responses, name)));
}

/**
 * Returns a schema of a flask-smorest document whose members of type `number` without format may be texts too:
 * marshmallow documents a decimal as a number and sends "9.90". Bounds that are no numbers are removed. Schemas of
 * other documents: unchanged.
 */
export function openDecimal(schema: JsonSchema, document: JsonObject): JsonSchema {
  const properties = isObject(schema) ? member(schema, 'properties') : undefined;
  if (!isObject(schema) || !isObject(properties) || !isOfFlask(document)) return schema;
  const opened = Object.entries(properties).map(([name, property]) => {
    if (!isObject(property)) return [name, property];
    const types = [property['type'] ?? []].flat();
    if (!types.includes('number') || types.includes('string') || property['format'] !== undefined)
      return [name, property];
    const said = Object.entries(property).filter(
      ([key, value]) => !/^(min|max|exclusive)/i.test(key) || typeof value === 'number',
    );
    return [name, { ...Object.fromEntries(said), type: [...types, 'string'], pattern: DECIMAL }];
  });
  return { ...schema, properties: Object.fromEntries(opened) };
}
