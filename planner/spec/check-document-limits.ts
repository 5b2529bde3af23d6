import type { Json } from '#verifier/plan/plan.ts';

import { pointerToken } from './json-object.ts';
import { SpecError } from './spec-error.ts';

export const MAX_DEPTH = 64;
export const MAX_NODES = 2_000_000;
/** Of the text of a spec, also with its aliases written out. */
export const MAX_BYTES = 16 * 1024 * 1024;

/** The refusal of a spec that its aliases make longer than that. */
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

function containsItself(place: Place): boolean {
  for (let at = place.parent; at; at = at.parent) if (at.value === place.value) return true;
  return false;
}

function children(place: Place): [string | number, unknown][] {
  const { value } = place;
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return [];
  if (typeof value === 'number' && Number.isFinite(value)) return [];
  throw new SpecError(
    'SPEC_INVALID',
    `The value at ${pointerOf(place) || 'the top'} is not JSON (${String(value)}).`,
    'Write it as a string, a finite number, true, false or null.',
    pointerOf(place),
  );
}

/**
 * Walks the document without recursion and throws SpecError where it passes a limit of planner and verifier §2:
 * depth 64, 2,000,000 nodes and 16 MiB of names and texts (an alias counts each time it is used), values that JSON has.
 */
export function checkDocumentLimits(document: unknown): asserts document is Json {
  const open: Place[] = [{ value: document, depth: 0, parent: undefined, token: '' }];
  let nodes = 0;
  let letters = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    nodes += 1;
    if (nodes > MAX_NODES)
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        `The document has more than ${MAX_NODES.toLocaleString('en')} values once its aliases are expanded.`,
        'Replace repeated aliases by "$ref" to a component.',
      );
    for (const text of [place.token, place.value]) if (typeof text === 'string') letters += text.length;
    if (letters > MAX_BYTES) throw writtenOutTooLong();
    if (place.depth > MAX_DEPTH)
      throw containsItself(place)
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
    for (const [token, value] of children(place)) {
      if (token === '__proto__')
        throw new SpecError(
          'SPEC_INVALID',
          'A member is named "__proto__", which no field may be.',
          'Rename the member.',
          pointerOf(place),
        );
      open.push({ value, depth: place.depth + 1, parent: place, token });
    }
  }
}
