import { readPointer } from '../../plan/json-pointer.ts';
import type { Json, Step } from '../../plan/plan.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import type { Attempt } from '../context/attempt.ts';
import { resolveReference } from '../request/resolve-template.ts';
import type { Call } from '../exchange/call.ts';

/**
 * True if `onlyWhere` is not met, so that the journey must end. With `isNot`: the response shows that value. With `is`:
 * neither this response nor an earlier one of the same persona and URL has shown the value. Records it when shown.
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
