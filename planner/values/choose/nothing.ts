import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { isNumber } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isLimit } from '../../vocabulary/field-names.ts';
import { fits } from '../../intake/schema/fits.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/** Values that are falsy in code such as `if (value)`: 0, false, "" and null. */
export type Nothing = 0 | false | '' | null;

/** True if the document allows 0 and the name does not make 0 mean "none" or "default". */
export function mayBeZero(schemas: SchemaStore, name: string, schema: JsonSchema): boolean {
  const flat = schemas.flatten(schema);
  const { minimum, readOnly } = flat.rest;
  const isSaid = isNumber(flat) && typeof minimum === 'number' && minimum <= 0;
  return isSaid && readOnly !== true && !isLimit(name) && fits(schemas, schema, 0);
}

/** A flag that cannot be lowered again (locked, finalised). */
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

/** The literal value of a template. */
export function literalOf(template: Template | undefined): Json | undefined {
  return template && 'literal' in template ? template.literal : undefined;
}
