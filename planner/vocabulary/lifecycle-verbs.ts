import { aside, leaves, leavesFromCourse } from './verb-groups.ts';

/** Verbs with the verbs that they undo: `unpublish` undoes `publish`. */
export const UNDOES: Record<string, string> = {
  enable: 'disable',
  reactivate: 'deactivate suspend retire',
  release: 'hold reserve',
  reopen: 'close complete finish resolve',
  recover: 'delete',
  restore: 'archive trash delete',
  resume: 'pause suspend stop',
  unarchive: 'archive',
  unblock: 'block',
  unbookmark: 'bookmark',
  undelete: 'delete',
  unfavorite: 'favorite',
  unfavourite: 'favourite',
  unflag: 'flag',
  unfollow: 'follow',
  unhide: 'hide',
  unlike: 'like',
  unlock: 'lock',
  unmute: 'mute',
  unpin: 'pin',
  unpublish: 'publish',
  unstar: 'star',
  unsuspend: 'suspend',
  untrash: 'trash delete',
  unwatch: 'watch',
};

/** Verbs that set a flag that a new item may already have, with the verb that clears it: `unwatch` for `watch`. */
const SWITCHES_ON: Record<string, string> = { activate: 'deactivate', watch: 'unwatch' };

/** Negative decisions with the positive ones: `reject` needs the same actions before it as `approve`. */
const DECIDES_WITH: Record<string, string> = { decline: 'accept', reject: 'approve accept' };

/** Verbs that take an amount, with the verbs that put it in before: `deposit` before `withdraw`. */
const TAKES_FROM: Record<string, string> = { debit: 'credit deposit topup', withdraw: 'deposit credit topup' };

/** Returns the words that a table has for the verb; [] if it has none. */
export function listed(table: Record<string, string>, verb: string): string[] {
  return Object.hasOwn(table, verb) ? (table[verb] ?? '').split(' ').filter((word) => word !== '') : [];
}

/**
 * Returns the verbs of which one must come first, because this verb undoes them or takes from them; [] if there are
 * none. With `isFlag`, the verb sets a flag, and the verb that clears the flag counts too: `unwatch` for `watch`.
 */
export function verbsBefore(verb: string, isFlag = false): string[] {
  return [...listed(UNDOES, verb), ...listed(TAKES_FROM, verb), ...(isFlag ? listed(SWITCHES_ON, verb) : [])];
}

/** True if the verb can restore a deleted item: `undelete`, `restore`. */
export function undoesDelete(verb: string): boolean {
  return listed(UNDOES, verb).includes('delete');
}

/**
 * Returns the verb whose place in the lifecycle counts: `approve` for `reject`, for most others the verb itself.
 * Undefined for a verb that leaves the lifecycle early: `cancel`, `archive`.
 */
export function courseVerb(verb: string): string | undefined {
  return leaves.has(verb) ? undefined : (listed(DECIDES_WITH, verb)[0] ?? verb);
}

/** Returns the positive decisions that belong to a negative one: `approve` and `accept` for `reject`. */
export function decidesWith(verb: string): string[] {
  return listed(DECIDES_WITH, verb);
}

/**
 * Returns the verb whose place in the lifecycle says which actions come first: `approve` for `reject`, `archive` for
 * `archive`. Undefined for a verb that is possible in every state: `cancel`.
 */
export function verbToReach(verb: string): string | undefined {
  return leavesFromCourse.has(verb) ? verb : courseVerb(verb);
}

/**
 * False for verbs that leave the lifecycle (`cancel`, `pause`) and for negative decisions (`reject`). True for all
 * others: `approve`, `ship`.
 */
export function isOnCourse(verb: string): boolean {
  return courseVerb(verb) === verb && !aside.has(verb);
}

/** True for a verb that takes an amount: `withdraw`. Some APIs show that amount with the opposite sign. */
export function takesOut(verb: string): boolean {
  return Object.hasOwn(TAKES_FROM, verb);
}
