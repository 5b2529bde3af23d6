import { readPointer } from '../../plan/json-pointer.ts';
import type { Json, Step } from '../../plan/plan.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import type { Attempt } from '../context/attempt.ts';
import { resolveReference } from '../request/resolve-template.ts';
import type { Call } from '../exchange/call.ts';

/**
 * True if the response tells that the journey must not go on, by `onlyWhere`: the member already has the value, or is
 * not free to change. Records members that are free.
 */
export function isGuardNotMet(
  attempt: Attempt,
  { persona, onlyWhere }: Step,
  { outgoing }: Call,
  body: Json | undefined,
): boolean {
  if (onlyWhere === undefined) return false;
  const { foundFree } = attempt.run;
  const shown = readPointer(body, onlyWhere.pointer) ?? null;
  if ('isNot' in onlyWhere) return sameJson(shown, resolveReference(onlyWhere.isNot, attempt.valuesFor(persona)));
  const place = `${persona} ${outgoing.url} ${onlyWhere.pointer}`;
  if (sameJson(shown, onlyWhere.is)) foundFree.add(place);
  return !foundFree.has(place);
}
