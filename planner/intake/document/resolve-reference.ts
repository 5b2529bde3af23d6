import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';
import { SpecError } from '../json/spec-error.ts';

/** Returns the fragment of a reference without percent-encoding. A malformed one ("100%") stays as it is. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * Returns the JSON Pointer of a local reference: "/components/x" for "#/components/x". Throws SpecError for external
 * references and anchors: nothing is fetched.
 */
export function localPointer(reference: string, at: string): string {
  if (reference === '#') return '';
  if (reference.startsWith('#/')) return decoded(reference.slice(1));
  throw new SpecError(
    'SPEC_INVALID',
    `The "$ref" at ${at} points to ${reference}, which is not a pointer into this document; external references are never fetched.`,
    'Bundle the spec into one file: npx @redocly/cli bundle openapi.yaml -o bundled.yaml',
    at,
  );
}

/**
 * Returns the value at a JSON Pointer of the document. Throws SpecError if there is none. `at`: the place of the
 * reference, for the error.
 */
export function valueAt(document: JsonObject, pointer: string, at: string): Json {
  let value: Json | undefined = document;
  for (const token of segmentsOf(pointer)) {
    value = Array.isArray(value) ? value[Number(token)] : member(value, token);
    if (value === undefined)
      throw new SpecError(
        'SPEC_INVALID',
        `The "$ref" at ${at} points to #${pointer}, which does not exist.`,
        `Define #${pointer} or correct the reference.`,
        at,
      );
  }
  return value;
}

/**
 * Follows the `$ref` of a part such as a parameter, response or path item. Returns the value and its place. Throws
 * SpecError if the references form a circle, leave the document, or lead to no object.
 */
export function resolveReference(
  document: JsonObject,
  value: Json | undefined,
  at: string,
): { value: JsonObject; at: string } {
  let current = value;
  let place = at;
  const seen = new Set<string>();
  for (;;) {
    if (!isObject(current))
      throw new SpecError('SPEC_INVALID', `An object is expected at ${place}.`, 'Correct the document there.', place);
    const reference = member(current, '$ref');
    if (typeof reference !== 'string') return { value: current, at: place };
    const pointer = localPointer(reference, place);
    if (seen.has(pointer))
      throw new SpecError(
        'SPEC_INVALID',
        `The "$ref" at ${at} only ever leads back to itself.`,
        'Define the thing that it refers to.',
        at,
      );
    seen.add(pointer);
    current = valueAt(document, pointer, place);
    place = pointer;
  }
}
