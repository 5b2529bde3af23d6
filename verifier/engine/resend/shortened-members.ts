import { isObject } from '../../plan/json-object.ts';
import { pointerToken } from '../../plan/json-pointer.ts';
import type { Json, Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';

/** What was sent is years away: within a day of it is no limit of a server's, but an hour or a day lost on the way. */
const DAY_MS = 86_400_000;

/**
 * Servers shorten lifetimes: if the response's expiry is earlier than sent and still in the future, expiries are not
 * asserted in this and later writes. An expiry that was shown before is no limit: an update that still shows it was
 * lost.
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

/** The members of a body, then those of its objects, one of which may be a wrapper. */
function membersOf(body: Json | undefined, isWanted: (name: string) => boolean = () => true): Member[] {
  const within = (held: Json | undefined, at: string): Member[] =>
    Object.entries(isObject(held) ? held : {}).flatMap(([name, value]) =>
      isWanted(name) ? [{ pointer: at + pointerToken(name), name, value }] : [],
    );
  const objects = Object.entries(isObject(body) ? body : {}).filter(([, value]) => isObject(value));
  return [...within(body, ''), ...objects.flatMap(([name, value]) => within(value, pointerToken(name)))];
}
