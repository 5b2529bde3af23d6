import { pointerToken, readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Step, Template } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, type CallOptions, isRefused } from '../exchange/call-api.ts';
import { namesMember } from '../responses/refusal-text.ts';
import { allowedValuesIn } from '../responses/allowed-values-in.ts';
import { ofChoice } from '../responses/of-choice.ts';
import { withMember } from '../request/with-member.ts';
import type { Call } from '../exchange/call.ts';

/** The most listed values that are tried for one member. */
const ROUNDS = 3;
/** Charsets of made-up texts that need no certain form. */
const FREE = new Set(['text', 'alphanumeric']);

type Told = { pointer: string; choices: string[] };

/**
 * The last try, accepted or not: its request and response. `members`: members that got a listed value. `told`: by
 * member, the listed values from the last tried one on.
 */
export type SentWithAllowedValue = { step: Step; call: Call; members: string[]; told: ReadonlyMap<string, string[]> };

/**
 * Sends a request again with an allowed value that the refusal lists: "kind must be one of: a, b". Tries values that
 * the journey has not sent, as long as the refusal names that member. Undefined if no refusal lists such values.
 */
export async function resendWithAllowedValue(
  attempt: Attempt,
  step: Step,
  refused: Call,
  options: CallOptions,
): Promise<SentWithAllowedValue | undefined> {
  let sent: SentWithAllowedValue = { step, call: refused, members: [], told: new Map() };
  for (let told = await toldBy(attempt, sent); told; told = await toldBy(attempt, sent)) {
    const { pointer, choices } = told;
    for (const [at, choice] of choices.entries()) {
      const { body } = sent.step;
      if (!body) return undefined;
      const value = withMember(body.value, segmentsOf(pointer), { literal: choice });
      const next = { ...sent.step, body: { ...body, value } };
      const call = await callApi(attempt, next, step.persona, options);
      if (!('built' in call)) return undefined;
      const members = [...new Set([...sent.members, pointer])];
      sent = { step: next, call, members, told: new Map([...sent.told, [pointer, choices.slice(at)]]) };
      if (!isRefused(call) || !namesMember(call.answer?.body ?? '', nameAt(pointer), call.built.sent.body)) break;
    }
  }
  return sent.members.length > 0 ? sent : undefined;
}

/**
 * The next member for which the refusal lists values. For a fixed text, only values that the response schema allows. A
 * member is returned once. Undefined if there is no further one.
 */
async function toldBy(attempt: Attempt, { step, call, members }: SentWithAllowedValue): Promise<Told | undefined> {
  if (!step.body || !isRefused(call)) return undefined;
  const isOpen = (pointer: string) => !members.includes(pointer) && !tellsApart(attempt, step, pointer);
  const free = freeTexts(step, step.body.value).filter(isOpen);
  const fixed = textsIn(step.body.value, (template) => isSaidOnce(attempt, template)).filter(isOpen);
  const told = toldOf(attempt, call, free);
  const narrower = told ? undefined : toldOf(attempt, call, fixed);
  if (narrower === undefined) return told;
  const choices = await ofChoice(attempt, step, narrower.pointer, narrower.choices);
  return choices.length > 0 ? { ...narrower, choices } : undefined;
}

/**
 * JSON Pointers of body texts that may be replaced: made-up texts, and fixed texts that occur once in the plan's steps.
 * The text by which a list finds the item is not among them.
 */
export function replaceableTexts(attempt: Attempt, step: Step): string[] {
  if (!step.body) return [];
  const fixed = textsIn(step.body.value, (template) => isSaidOnce(attempt, template));
  return [...freeTexts(step, step.body.value), ...fixed].filter((pointer) => !tellsApart(attempt, step, pointer));
}

function freeTexts({ renewed = {} }: Step, body: Template): string[] {
  const kept = Object.entries(renewed).flatMap(([pointer, value]) => (isFree(value) ? [pointer] : []));
  return [...textsIn(body, isFree), ...kept];
}

function toldOf(attempt: Attempt, call: Call, free: string[]): Told | undefined {
  return allowedValuesIn(call.answer?.body ?? '', [...new Set(free.map(nameAt))])
    .flatMap(({ name, choices }) => {
      const [pointer, another] = free.filter((one) => nameAt(one) === name);
      const unsent = choices.filter((one) => pointer && !isSentAlready(attempt, pointer, one, call)).slice(0, ROUNDS);
      return pointer !== undefined && another === undefined && unsent.length > 0 ? [{ pointer, choices: unsent }] : [];
    })
    .at(0);
}

function nameAt(pointer: string): string {
  return segmentsOf(pointer).findLast((segment) => !/^\d+$/.test(segment)) ?? '';
}

/** JSON Pointers of the values in a body for which `isMeant` is true. */
function textsIn(template: Template, isMeant: (text: Template) => boolean, pointer = ''): string[] {
  const inner = (members: [string, Template][]) =>
    members.flatMap(([name, one]) => textsIn(one, isMeant, pointer + pointerToken(name)));
  if ('object' in template) return inner(Object.entries(template.object));
  if ('array' in template) return inner(template.array.map((one, at) => [String(at), one]));
  return isMeant(template) ? [pointer] : [];
}

/** True for a fixed text that occurs once in the plan's steps. */
function isSaidOnce({ plan }: Attempt, template: Template): boolean {
  if (!('literal' in template) || typeof template.literal !== 'string') return false;
  return JSON.stringify(plan.steps).split(JSON.stringify(template.literal)).length === 2;
}

/** True for a made-up text that needs no certain form. */
function isFree(template: Template): boolean {
  return 'unique' in template && FREE.has(template.unique.charset);
}

/** True if an assertion or probe recognises the item in a list by this text, which must stay unique. */
function tellsApart({ plan }: Attempt, { id }: Step, pointer: string): boolean {
  const matches = plan.steps
    .flatMap(({ assert, probes }) => [...assert, ...probes])
    .flatMap((one) => ('match' in one ? [one.match] : 'each' in one ? one.each : []));
  return matches.some(([first]) => {
    const value = first?.value;
    return value !== undefined && 'sent' in value && value.sent === id && value.pointer === `/body${pointer}`;
  });
}

/** True if the journey, or `call`, has sent this text for this body member. */
export function isSentAlready({ sent }: Attempt, pointer: string, value: string, call?: Call): boolean {
  const requests = call ? [...sent.values(), call.built.sent] : [...sent.values()];
  return requests.some(({ body }) => readPointer(body, pointer) === value);
}
