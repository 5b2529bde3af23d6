import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { Parameter } from '../model/operation.ts';

/** The part of SchemaStore that `unquotedKey` uses. */
type Schemas = { flatten(schema: JsonSchema): { types: string[]; rest: Record<string, unknown> } };

/**
 * Returns the free text parameter of an OData key without quotes: `name` of `/People({name})`. OData requires quotes
 * there. Undefined if there is none; numbers, UUIDs and dates need no quotes.
 */
export function unquotedKey(schemas: Schemas, path: string, parameters: Parameter[]): Parameter | undefined {
  return parameters.find(({ in: place, name, schema }) => {
    if (place !== 'path' || !path.includes(`({${name}})`)) return false;
    const { types, rest } = schemas.flatten(schema);
    const isText = types.length === 0 || types[0] === 'string';
    return isText && rest['format'] === undefined && !String(rest['pattern']).includes("'");
  });
}
