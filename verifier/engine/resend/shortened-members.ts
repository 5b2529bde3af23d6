import { isObject } from '../../plan/json-object.ts';
import { pointerToken } from '../../plan/json-pointer.ts';
import type { Json, Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';

/**
 * An expiry that the server limits lies over a day before the sent one. A smaller difference is an error of the server,
 * such as a lost time zone.
 */
const DAY_MS = 86_400_000;

/**
 * Expiry members that the server shortened: earlier than sent, still in the future, and not shown before. They are not
 * asserted in this and later writes. An expiry that an earlier response showed is no limit: the update was lost.
 */
export function shortenedMembers(attempt: Attempt, step: Step, shown: Json | undefined): Member[] {
  const { sent, leftOut, bodies, run } = attempt;
  const ends = membersOf(sent.get(step.id)?.body, (name) => /expir/i.test(name));
  if (ends.length === 0) return [];
  const earlier = [...bodies].filter(([id]) => id !== step.id).flatMap(([, body]) => membersOf(body));
  const isShortened = ({ pointer, name, value }: Member): boolean => {
    const given = membersOf(shown).filter((one) => one.name === name);
    const { value: now } = given.find((one) => one.pointer === pointer) ?? given[0] ?? { value: null };
    const [wanted, until] = [value, now].map((one) => (typeof one === 'string' ? Date.parse(one) : Number.NaN));
    const isOld = earlier.some((one) => one.name === name && one.value === now);
    const isLimit = run.clock.now() < Number(until) && Number(until) < Number(wanted) - DAY_MS;
    return (isLimit && !isOld) || leftOut.values().some((left) => left.includes(pointer));
  };
  return ends.filter(isShortened);
}

type Member = { pointer: string; name: string; value: Json };

/** Members of a body and of its objects, one level deep, whose names pass `isWanted`. */
function membersOf(body: Json | undefined, isWanted: (name: string) => boolean = () => true): Member[] {
  const within = (held: Json | undefined, at: string): Member[] =>
    Object.entries(isObject(held) ? held : {}).flatMap(([name, value]) =>
      isWanted(name) ? [{ pointer: at + pointerToken(name), name, value }] : [],
    );
  const objects = Object.entries(isObject(body) ? body : {}).filter(([, value]) => isObject(value));
  return [...within(body, ''), ...objects.flatMap(([name, value]) => within(value, pointerToken(name)))];
}
