import { segmentsOf } from '../../plan/json-pointer.ts';
import type { Step, Template } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, type CallOptions, isRefused, successOf } from '../exchange/call-api.ts';
import { membersNamedIn, resendWithoutOptional } from './resend-without-optional.ts';
import { learnAllowedValues, learnDroppedHeaders, learnDroppedMembers, withoutHeaders } from './apply-learned.ts';
import { namesMember, namesTaken, saysOccupied } from '../responses/refusal-text.ts';
import { resendWithReference } from './resend-with-reference.ts';
import { resendWithAllowedValue } from './resend-with-allowed-value.ts';
import { withMember } from '../request/with-member.ts';
import type { Call } from '../exchange/call.ts';

/** A request that was accepted in another form, with the changes that were made. */
export type SentWithOtherValues = { call: Call; changes: Change[] };
export type Change = { how: 'left out' | 'added' | 'renewed' | 'header left out'; members: string[] };
type Accepted = Change & { call: Call };

/**
 * The most rounds in which only some of the possible members are added: those that the refusal names, else known
 * values.
 */
const ROUNDS = 3;

/**
 * Sends a refused request again with changes, until one helps: new values for taken ones, allowed values, created
 * references, members or headers left out, members added. Members that the refusal names come first. Undefined if
 * nothing helps.
 */
export async function resendWithOtherValues(
  attempt: Attempt,
  step: Step,
  refused: Call,
  options: CallOptions,
): Promise<SentWithOtherValues | undefined> {
  if (successOf(refused)) return undefined;
  const renewed = await withRenewed(attempt, step, refused, options);
  if (renewed) return accepted(renewed);
  const told = await resendWithAllowedValue(attempt, step, refused, options);
  const changes: Change[] = told ? [{ how: 'renewed', members: told.members }] : [];
  if (told && successOf(told.call)) {
    learnAllowedValues(attempt, step, told.told);
    return { call: told.call, changes };
  }
  const [asked, last] = told ? [told.step, told.call] : [step, refused];
  const referred = await resendWithReference(attempt, asked, last, options);
  if (referred) return accepted({ call: referred.call, how: 'added', members: [referred.member] }, changes);
  const isLacking = membersNamedIn(last, Object.keys({ ...step.ifNamed, ...step.further })).length > 0;
  for (const send of isLacking
    ? [withFurther, withoutOptional, withoutHeader]
    : [withoutHeader, withoutOptional, withFurther]) {
    const sent = await send(attempt, asked, last, options);
    if (sent) return accepted(sent, changes);
  }
  return undefined;
}

function accepted({ call, how, members }: Accepted, before: Change[] = []): SentWithOtherValues {
  return { call, changes: [...before, { how, members }] };
}

async function withoutOptional(...asked: Parameters<typeof resendWithoutOptional>): Promise<Accepted | undefined> {
  const [attempt, step] = asked;
  const sent = await resendWithoutOptional(...asked);
  if (sent) learnDroppedMembers(attempt, step, sent.leftOut, sent.named);
  return sent && { call: sent.call, how: 'left out', members: sent.leftOut };
}

/** Sends the request again without made-up headers that the refusal names. */
async function withoutHeader(
  attempt: Attempt,
  step: Step,
  refused: Call,
  options: CallOptions,
): Promise<Accepted | undefined> {
  if (!isRefused(refused) || step.expect.outcome !== 'success') return undefined;
  const made = Object.entries(step.params.header).flatMap(([name, value]) =>
    ('unique' in value || 'literal' in value) && namesMember(refused.answer?.body ?? '', name, undefined) ? [name] : [],
  );
  const bare = withoutHeaders(attempt, step, new Set(made));
  if (bare === step) return undefined;
  const call = await callApi(attempt, bare, step.persona, options);
  if (!('built' in call) || !successOf(call)) return undefined;
  const members = made.filter((name) => !Object.hasOwn(bare.params.header, name));
  learnDroppedHeaders(attempt, step, members);
  return { call, how: 'header left out', members };
}

async function withFurther(
  attempt: Attempt,
  { further = {}, ifNamed = {}, ...step }: Step,
  refused: Call,
  options: CallOptions,
): Promise<Accepted | undefined> {
  const added: string[] = [];
  let last = refused;
  for (let round = 1; step.body !== undefined && isRefused(last); round += 1) {
    const isNew = (pointer: string) => !added.includes(pointer);
    const left = Object.keys(further).filter(isNew);
    const named = round > ROUNDS ? [] : membersNamedIn(last, [...left, ...Object.keys(ifNamed).filter(isNew)]);
    const known = round > ROUNDS ? [] : left.filter((pointer) => isKnown(further[pointer]));
    const next = [named, known, left].find(({ length }) => length > 0);
    if (next === undefined) return undefined;
    added.push(...next);
    const value = added.reduce(
      (body, pointer) => withMember(body, segmentsOf(pointer), further[pointer] ?? ifNamed[pointer]),
      step.body.value,
    );
    const call = await callApi(attempt, { ...step, body: { ...step.body, value } }, step.persona, options);
    if (!('built' in call)) return undefined;
    if (successOf(call)) return { call, how: 'added', members: added };
    last = call;
  }
  return undefined;
}

/** True for a value that is not made up: neither a literal nor unique. */
function isKnown(template: Template | undefined): boolean {
  return template !== undefined && !('literal' in template || 'unique' in template);
}

/**
 * Sends the request again with new values after 409, or a refusal of taken values. Renews members that the refusal
 * names. If it only says that something is taken, renews all that must be unique. Undefined if nothing is renewed, or
 * if that request is refused too.
 */
async function withRenewed(
  attempt: Attempt,
  { renewed = {}, ...step }: Step,
  refused: Call,
  options: CallOptions,
): Promise<Accepted | undefined> {
  const { status = 0, body = '' } = refused.answer ?? {};
  const isTaken = namesTaken(body);
  const isOccupied = saysOccupied(body);
  if (!step.body || !(status === 409 || (isRefused(refused) && (isTaken || isOccupied)))) return undefined;
  const named = membersNamedIn(refused, Object.keys(renewed));
  const days = Object.keys(renewed).filter((pointer) => isDay(renewed[pointer]));
  const isDays = isOccupied || named.some((pointer) => days.includes(pointer));
  // All made-up days are renewed together, so that a range stays in order.
  const meant = [...new Set([...named, ...(isDays ? days : [])])];
  const pointers = meant.length > 0 ? meant : isTaken ? Object.keys(renewed) : [];
  if (pointers.length === 0) return undefined;
  const value = pointers.reduce((sent, at) => withMember(sent, segmentsOf(at), renewed[at]), step.body.value);
  const call = await callApi(attempt, { ...step, body: { ...step.body, value } }, step.persona, options);
  return 'built' in call && successOf(call) ? { call, how: 'renewed', members: pointers } : undefined;
}

/** True for a made-up day. */
function isDay(template: Template | undefined): boolean {
  return template !== undefined && 'unique' in template && template.unique.charset === 'days';
}
