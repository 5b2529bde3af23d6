import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import type { SchemaStore } from '../../intake/schema/schema-store.ts';

/**
 * Returns the const or the first enum value of a schema, or else of one of its alternatives: "latest" beside an id. If
 * it is null, the next alternative is asked. Undefined if there is none.
 */
export function closedValue(schemas: SchemaStore, schema: JsonSchema): Json | undefined {
  const { rest, alternatives } = schemas.flatten(schema);
  const choices = [rest, ...alternatives.map((branch) => schemas.flatten(branch).rest)];
  return choices
    .map(({ const: constant, enum: members }) => constant ?? (Array.isArray(members) ? members[0] : undefined))
    .find((value) => value !== undefined && value !== null);
}
