import type { Json } from '#verifier/plan/plan.ts';

const haveOne = new WeakMap<Json[], boolean>();

/** Whether one of the choices stands for others; a long list of them is looked through once. */
export function haveOneForOthers(members: Json[]): boolean {
  const have = haveOne.get(members) ?? members.some((one) => holdsOthers(one, members));
  haveOne.set(members, have);
  return have;
}

/** "repo" beside "repo:status", "all": with it another choice says nothing more, and servers leave that out. */
function holdsOthers(one: Json, members: Json[]): boolean {
  const text = String(one);
  return /^(all|any|none|\*)$/i.test(text) || members.some((other) => other !== one && String(other).startsWith(text));
}
