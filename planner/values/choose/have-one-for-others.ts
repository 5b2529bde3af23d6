import type { Json } from '#verifier/plan/plan.ts';

const haveOne = new WeakMap<Json[], boolean>();

/** True if one enum value includes others; cached for long enums. */
export function haveOneForOthers(members: Json[]): boolean {
  const have = haveOne.get(members) ?? members.some((one) => holdsOthers(one, members));
  haveOne.set(members, have);
  return have;
}

/** "repo" beside "repo:status", "all": it includes the others, and servers drop those. */
function holdsOthers(one: Json, members: Json[]): boolean {
  const text = String(one);
  return /^(all|any|none|\*)$/i.test(text) || members.some((other) => other !== one && String(other).startsWith(text));
}
