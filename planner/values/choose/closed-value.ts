import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import type { SchemaStore } from '../../intake/schema/schema-store.ts';

/**
 * Returns the const or the first value of an enum, also that of an alternative: "latest" beside an id.
 * Undefined if there is none.
 */
export function closedValue(schemas: SchemaStore, schema: JsonSchema): Json | undefined {
  const { rest, alternatives } = schemas.flatten(schema);
  const choices = [rest, ...alternatives.map((branch) => schemas.flatten(branch).rest)];
  return choices
    .map(({ const: constant, enum: members }) => constant ?? (Array.isArray(members) ? members[0] : undefined))
    .find((value) => value !== undefined && value !== null);
}
