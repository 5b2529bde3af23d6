import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { isNumber } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isLimit } from '../../vocabulary/field-names.ts';
import { fits } from '../../intake/schema/fits.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/** What code that asks `if (value)` takes for nothing: the zero that a bound admits, a flag that is lowered again, an empty text, and null. */
export type Nothing = 0 | false | '' | null;

/** A zero, where the document says itself that one is taken, and the name does not say that zero means "none" or "as usual". */
export function mayBeZero(schemas: SchemaStore, name: string, schema: JsonSchema): boolean {
  const flat = schemas.flatten(schema);
  const { minimum, readOnly } = flat.rest;
  const isSaid = isNumber(flat) && typeof minimum === 'number' && minimum <= 0;
  return isSaid && readOnly !== true && !isLimit(name) && fits(schemas, schema, 0);
}

/** A flag that is raised for good: what it holds of can be changed no more. */
export function isForGood(name: string): boolean {
  return wordsOf(name).some((word) => /^(immutable|frozen|sealed|final|finali[sz]ed|irrevocable)$/.test(word));
}

/** The value with nothing at these places. */
export function emptied(template: Template, at: string, places: Set<string>, nothing: Nothing): Template {
  if (places.has(at)) return { literal: nothing };
  if (!('object' in template)) return template;
  const members = Object.entries(template.object);
  return {
    object: Object.fromEntries(
      members.map(([name, part]) => [name, emptied(part, at + pointerToken(name), places, nothing)]),
    ),
  };
}

/** The value of a template that is one. */
export function literalOf(template: Template | undefined): Json | undefined {
  return template && 'literal' in template ? template.literal : undefined;
}
