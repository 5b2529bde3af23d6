import { readPointer } from '../../plan/json-pointer.ts';
import type { Assertion, Json, Step } from '../../plan/plan.ts';
import type { AssertionFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { callAgain, successOf } from '../exchange/call-api.ts';
import { isId } from '../responses/is-id.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { resolveReference } from '../request/resolve-template.ts';
import type { Call } from '../exchange/call.ts';

/**
 * Facts of `located`: the Location of an earlier response must lead to the item that this read shows. Two paths are
 * equal if one ends with the other, because a proxy may add a prefix. Otherwise the Location is requested, if it has
 * the origin and first segment of this read. 404 or 410 is ABSENT; in the same collection, ids decide. Undefined if
 * nothing can be told.
 */
export async function checkLocated(
  attempt: Attempt,
  { persona }: Step,
  { op, pointer, value }: Extract<Assertion, { op: 'located' }>,
  body: Json | undefined,
  call: Call,
): Promise<AssertionFacts | undefined> {
  const given = resolveReference(value, attempt.valuesFor(persona));
  const own = new URL(call.outgoing.url);
  if (typeof given !== 'string' || !/^(https?:\/)?\//i.test(given) || !URL.canParse(given, own.href)) return undefined;
  const target = new URL(given, own);
  const [here, there] = [segmentsOf(own), segmentsOf(target)];
  const told = { op, pointer, expected: own.pathname, actual: target.pathname };
  if (endsWith(here, there) || endsWith(there, here)) return { ...told, relation: 'EQUAL' };
  // A proxy may also insert a segment in the middle: nothing is asserted if the last two segments are equal.
  if (target.origin !== own.origin || here[0] !== there[0] || endsWith(there, here.slice(-2))) return undefined;
  const found = await callAgain(attempt, call, target.href);
  const status = found.answer?.status;
  if (status === 404 || status === 410) return { ...told, relation: 'ABSENT' };
  const isBeside = here.length === there.length && here.slice(0, -1).every((one, at) => one === there[at]);
  const answer = successOf(found);
  const [shown, wanted] = [readPointer(answer && parseJson(answer.body), pointer), readPointer(body, pointer)];
  if (!isBeside || !isId(shown) || !isId(wanted)) return undefined;
  return { ...told, relation: shown === wanted ? 'EQUAL' : 'DIFFERENT' };
}

function segmentsOf({ pathname }: URL): string[] {
  return pathname.split('/').flatMap((segment) => (segment === '' ? [] : [decoded(segment)]));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function endsWith(path: string[], end: string[]): boolean {
  return end.length > 0 && end.every((segment, at) => segment === path[path.length - end.length + at]);
}
