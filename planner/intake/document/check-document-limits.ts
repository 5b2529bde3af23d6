import type { Json } from '#verifier/plan/plan.ts';

import { pointerToken } from '../json/json-object.ts';
import { SpecError } from '../json/spec-error.ts';

export const MAX_DEPTH = 64;
export const MAX_NODES = 2_000_000;
/** The most bytes of a spec's text, and the most characters of its names and texts with aliases written out. */
export const MAX_BYTES = 16 * 1024 * 1024;

/** Returns the error for a spec that exceeds MAX_BYTES after its aliases were written out. */
export function writtenOutTooLong(): SpecError {
  return new SpecError(
    'SPEC_TOO_COMPLEX',
    'With its aliases written out the spec has more than 16 MiB.',
    'Replace aliases by "$ref" to a component.',
  );
}

type Place = { value: unknown; depth: number; parent: Place | undefined; token: string | number };

function pointerOf(place: Place): string {
  const tokens: string[] = [];
  for (let at: Place | undefined = place; at?.parent; at = at.parent) tokens.unshift(pointerToken(at.token));
  return tokens.length > 12 ? `${tokens.slice(0, 12).join('')}/…` : tokens.join('');
}

/** True if the place is inside itself: one object or list appears twice on the way to it. */
function containsItself(place: Place): boolean {
  const met = new Set<unknown>();
  for (let at: Place | undefined = place; at; at = at.parent) {
    if (typeof at.value === 'object' && met.has(at.value)) return true;
    met.add(at.value);
  }
  return false;
}

/**
 * True for objects and lists, false for other JSON values. Throws SpecError for values that JSON does not
 * have (NaN, undefined).
 */
function isContainer(value: unknown, at: () => Place): value is object {
  if (typeof value === 'object') return value !== null;
  if (typeof value === 'string' || typeof value === 'boolean') return false;
  if (typeof value === 'number' && Number.isFinite(value)) return false;
  const place = at();
  throw new SpecError(
    'SPEC_INVALID',
    `The value at ${pointerOf(place) || 'the top'} is not JSON (${String(value)}).`,
    'Write it as a string, a finite number, true, false or null.',
    pointerOf(place),
  );
}

function tooDeep(place: Place): SpecError {
  return containsItself(place)
    ? new SpecError(
        'SPEC_INVALID',
        `The document contains itself at ${pointerOf(place)}.`,
        'Write the recursion as "$ref": "#/components/schemas/<name>".',
        pointerOf(place),
      )
    : new SpecError(
        'SPEC_TOO_COMPLEX',
        `The document is nested deeper than ${MAX_DEPTH} levels at ${pointerOf(place)}.`,
        'Move the inner schemas to #/components/schemas and refer to them.',
        pointerOf(place),
      );
}

/**
 * Throws SpecError if the document exceeds a limit, has a value that JSON does not have, or a member
 * `__proto__`. The limits are 64 levels, 2,000,000 values, and 16 Mi characters of names and texts. An alias
 * counts each time that it is used.
 */
export function checkDocumentLimits(document: unknown): asserts document is Json {
  const open: Place[] = [];
  let nodes = 0;
  let letters = 0;
  // Only objects and lists are queued, so that an enum of 100,000 texts needs no object for each.
  const visit = (value: unknown, token: string | number, depth: number, parent: Place | undefined): void => {
    nodes += 1;
    if (nodes > MAX_NODES)
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        `The document has more than ${MAX_NODES.toLocaleString('en')} values once its aliases are expanded.`,
        'Replace repeated aliases by "$ref" to a component.',
      );
    if (typeof token === 'string') letters += token.length;
    if (typeof value === 'string') letters += value.length;
    if (letters > MAX_BYTES) throw writtenOutTooLong();
    const place = (): Place => ({ value, depth, parent, token });
    if (depth > MAX_DEPTH) throw tooDeep(place());
    if (isContainer(value, place)) open.push(place());
  };
  visit(document, '', 0, undefined);
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth } = place;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, index, depth + 1, place);
      continue;
    }
    for (const [name, member] of Object.entries(value as object)) {
      if (name === '__proto__')
        throw new SpecError(
          'SPEC_INVALID',
          'A member is named "__proto__", which no field may be.',
          'Rename the member.',
          pointerOf(place),
        );
      visit(member, name, depth + 1, place);
    }
  }
}
