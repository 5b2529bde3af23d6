import { aside, leaves, leavesFromCourse } from './verb-groups.ts';

/** Verbs with the verbs that they undo: publish must come before unpublish. */
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

/** Verbs that set a flag that new items already have, with the verb that clears it. They need no action before them. */
const SWITCHES_ON: Record<string, string> = { activate: 'deactivate', watch: 'unwatch' };

/** Negative decisions with the positive ones: reject needs the same actions before it as approve. */
const DECIDES_WITH: Record<string, string> = { decline: 'accept', reject: 'approve accept' };

/** Verbs with those that must come first, because an amount is taken that must be there: deposit before withdraw. */
const TAKES_FROM: Record<string, string> = { debit: 'credit deposit topup', withdraw: 'deposit credit topup' };

/** Returns the words that a table has for the verb; [] if it has none. */
export function listed(table: Record<string, string>, verb: string): string[] {
  return Object.hasOwn(table, verb) ? (table[verb] ?? '').split(' ').filter((word) => word !== '') : [];
}

/**
 * Returns the verbs of which one must come before this one, because it undoes them or takes from them. With `isFlag`,
 * the verb sets a flag, and the one that clears it counts too: unwatch for watch.
 */
export function verbsBefore(verb: string, isFlag = false): string[] {
  return [...listed(UNDOES, verb), ...listed(TAKES_FROM, verb), ...(isFlag ? listed(SWITCHES_ON, verb) : [])];
}

/** True if the verb restores a deleted item. */
export function undoesDelete(verb: string): boolean {
  return listed(UNDOES, verb).includes('delete');
}

/**
 * Returns the verb whose position in the lifecycle counts: approve for reject, for most others the verb itself.
 * Undefined if the action is possible in every state: cancel.
 */
export function courseVerb(verb: string): string | undefined {
  return leaves.has(verb) ? undefined : (listed(DECIDES_WITH, verb)[0] ?? verb);
}

/** Returns the positive decisions that a negative one belongs to: approve and accept for reject. */
export function decidesWith(verb: string): string[] {
  return listed(DECIDES_WITH, verb);
}

/**
 * Returns the verb whose position says which actions come first. Undefined for most verbs that end a lifecycle: cancel
 * needs none. archive is an exception.
 */
export function verbToReach(verb: string): string | undefined {
  return leavesFromCourse.has(verb) ? verb : courseVerb(verb);
}

/** True if items usually go through the action in their lifecycle: approve, ship. False for reject, cancel, pause. */
export function isOnCourse(verb: string): boolean {
  return courseVerb(verb) === verb && !aside.has(verb);
}

/**
 * True if the verb takes an amount that another one puts in: withdraw. Some APIs then show it with the opposite sign.
 */
export function takesOut(verb: string): boolean {
  return Object.hasOwn(TAKES_FROM, verb);
}
