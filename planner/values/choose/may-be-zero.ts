import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isLimit } from '../../vocabulary/field-names.ts';
import { fits } from '../../intake/schema/fits.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { forGood } from '../../vocabulary/values/sent-words.ts';

/**
 * True for a number that may be sent as 0: its minimum is 0 or less, it is not `readOnly`, and its name is no limit,
 * for which 0 may mean "none".
 */
export function mayBeZero(schemas: SchemaStore, name: string, schema: JsonSchema): boolean {
  const flat = schemas.flatten(schema);
  const { minimum, readOnly } = flat.rest;
  const isSaid = isNumber(flat) && typeof minimum === 'number' && minimum <= 0;
  return isSaid && readOnly !== true && !isLimit(name) && fits(schemas, schema, 0);
}

/** True for a flag that often cannot be undone: `frozen`, `finalised`. */
export function isForGood(name: string): boolean {
  return wordsOf(name).some((word) => forGood.has(word));
}

/** Returns the template's literal value; undefined for other templates. */
export function literalOf(template: Template | undefined): Json | undefined {
  return template && 'literal' in template ? template.literal : undefined;
}
