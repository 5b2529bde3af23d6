import type { Json } from '#verifier/plan/plan.ts';

const haveOne = new WeakMap<Json[], boolean>();

/** True if one enum value may include others: "repo" beside "repo:status", "all". Cached, because enums can be long. */
export function haveOneForOthers(members: Json[]): boolean {
  const have = haveOne.get(members) ?? members.some((one) => holdsOthers(one, members));
  haveOne.set(members, have);
  return have;
}

/**
 * True if `one` may include other values: another begins with it, or it is "all" or the like. A server may drop the
 * included ones.
 */
function holdsOthers(one: Json, members: Json[]): boolean {
  const text = String(one);
  return /^(all|any|none|\*)$/i.test(text) || members.some((other) => other !== one && String(other).startsWith(text));
}
