import { segmentsOf } from '../../plan/json-pointer.ts';
import type { Assertion, ItemMatch, Plan, Step, Template, ValueReference } from '../../plan/plan.ts';
import { leavesOfRequest } from '../../verdicts/situation.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, type CallOptions, isRefused, successOf } from '../exchange/call-api.ts';
import { namesMember, saysOneOnly } from '../responses/refusal-text.ts';
import type { Call } from '../exchange/call.ts';

/** By step id: JSON Pointers of body members of which nothing is asserted, as in `Attempt.leftOut`. */
export type LeftOut = ReadonlyMap<string, string[]>;

/** The most rounds in which only members that the refusal names are left out. */
const ROUNDS = 3;

/**
 * Sends a refused request again without optional members: those that the refusal names, then those whose value the spec
 * does not give, then all. Undefined if it stays refused, or if the members are needed (`mayLeaveOut`). `leftOut`:
 * members not sent; `named`: those that a refusal named.
 */
export async function resendWithoutOptional(
  attempt: Attempt,
  step: Step,
  refused: Call,
  options: CallOptions,
): Promise<{ call: Call; leftOut: string[]; named: string[] } | undefined> {
  const { optional = [], guessed = [], body } = step;
  if (!body || !(isRefused(refused) || isOfThing(refused, step))) return undefined;
  let leftOut: string[] = [];
  const told = new Set<string>();
  let last = refused;
  for (let round = 1; ; round += 1) {
    const named = round > ROUNDS ? [] : refusedIn(last, optional);
    for (const one of named) told.add(one);
    const tries = [named, guessed, optional].map((more) => [...new Set([...leftOut, ...more])]);
    const next = tries.find(({ length }) => length > leftOut.length);
    if (next === undefined) return undefined;
    leftOut = next;
    if (!mayLeaveOut(attempt.plan, step, leftOut)) continue;
    const value = leftOut.map(segmentsOf).reduce(withoutMember, body.value);
    const call = await callApi(attempt, { ...step, body: { ...body, value } }, step.persona, options);
    if (!('built' in call)) return undefined;
    if (successOf(call)) return { call, leftOut, named: [...told] };
    last = call;
  }
}

/**
 * True for a 403 or 404 to a step that should succeed: a sent reference may lead to a missing or forbidden item. False
 * for a rate limit, which GitHub answers with 403.
 */
function isOfThing({ answer }: Call, { expect }: Step): boolean {
  const { status = 0, headers = {} } = answer ?? {};
  const isTurnedAway = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
  return [403, 404].includes(status) && expect.outcome === 'success' && !isTurnedAway;
}

/** Members that the refusal names. If it allows only one of them ("mutually exclusive"), all but the first. */
function refusedIn(refused: Call, pointers: string[]): string[] {
  const named = membersNamedIn(refused, pointers);
  return refused.answer && named.length > 1 && saysOneOnly(refused.answer.body) ? named.slice(1) : named;
}

/** Those of the body members `pointers` that the refusal names. */
export function membersNamedIn({ answer, built }: Call, pointers: string[]): string[] {
  return pointers.filter(
    (pointer) => answer && namesMember(answer.body, segmentsOf(pointer).at(-1) ?? '', built.sent.body),
  );
}

export function withoutMember(template: Template, [name = '', ...inner]: string[]): Template {
  if ('array' in template)
    return { array: template.array.map((entry, at) => (String(at) === name ? withoutMember(entry, inner) : entry)) };
  if (!('object' in template)) return template;
  const { [name]: own, ...others } = template.object;
  if (own === undefined || inner.length === 0) return { object: others };
  return { object: { ...others, [name]: withoutMember(own, inner) } };
}

/**
 * True if a step may be sent without these members: no request of the plan uses their values, and each step with
 * assertions keeps one.
 */
export function mayLeaveOut({ steps, teardown }: Plan, step: Step, pointers: string[]): boolean {
  const leftOut = new Map([[step.id, pointers]]);
  const isFree = [...steps, ...teardown]
    .flatMap(leavesOfRequest)
    .every((leaf) => !('sent' in leaf && isLeftOut(leaf, leftOut)));
  return (
    isFree && steps.every(({ assert }) => assert.length === 0 || assert.some((one) => assertionOfSent(one, leftOut)))
  );
}

/**
 * The part of an assertion that does not concern left-out members. Undefined if that is not enough to assert:
 * `listPages` needs all of its items, `leavesNoneOut` may remain without members.
 */
export function assertionOfSent(assertion: Assertion, leftOut: LeftOut): Assertion | undefined {
  if (leftOut.size === 0) return assertion;
  if ('match' in assertion) {
    const match = matchOf(assertion.match, leftOut);
    return match && { ...assertion, match };
  }
  if (assertion.op === 'listPages') {
    const each = assertion.each.map((match) => matchOf(match, leftOut)).filter((match) => match !== undefined);
    return each.length === assertion.each.length ? { ...assertion, each } : undefined;
  }
  if (assertion.op === 'leavesNoneOut')
    return { ...assertion, members: assertion.members.filter(({ value }) => !isLeftOut(value, leftOut)) };
  return assertion.op !== 'defaulted' && 'value' in assertion && isLeftOut(assertion.value, leftOut)
    ? undefined
    : assertion;
}

/** The members of a match that were sent. Undefined if the first was not, because it identifies the item. */
function matchOf(match: ItemMatch, leftOut: LeftOut): ItemMatch | undefined {
  const sent = match.filter(({ value }) => !isLeftOut(value, leftOut));
  return sent[0] === match[0] ? sent : undefined;
}

function isLeftOut(value: ValueReference, leftOut: LeftOut): boolean {
  if (!('sent' in value)) return false;
  const pointers = leftOut.get(value.sent) ?? [];
  return pointers.some((pointer) => `${value.pointer}/`.startsWith(`/body${pointer}/`));
}
