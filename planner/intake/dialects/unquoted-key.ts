import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { Parameter } from '../model/operation.ts';

/** The part of SchemaStore that `unquotedKey` uses. */
type Schemas = { flatten(schema: JsonSchema): { types: string[]; rest: Record<string, unknown> } };

/**
 * Returns the parameter of an OData key that lacks its quotes: `name` of `/People({name})`. Such a key is a text, or
 * has no type. It has no `format` and no quote in its `pattern`. Undefined if there is none.
 */
export function unquotedKey(schemas: Schemas, path: string, parameters: Parameter[]): Parameter | undefined {
  return parameters.find(({ in: place, name, schema }) => {
    if (place !== 'path' || !path.includes(`({${name}})`)) return false;
    const { types, rest } = schemas.flatten(schema);
    const isText = types.length === 0 || types[0] === 'string';
    return isText && rest['format'] === undefined && !String(rest['pattern']).includes("'");
  });
}
