import { aside, leaves, leavesFromCourse } from './verb-groups.ts';

/** Verbs and the verbs that they undo: publish must come before unpublish. */
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

/** Verbs that switch a flag on again that is on at first: nothing must come before them. */
const SWITCHES_ON: Record<string, string> = { activate: 'deactivate', watch: 'unwatch' };

/** Decisions: the negative one (reject) needs the same steps before it as the positive one (approve). */
const DECIDES_WITH: Record<string, string> = { decline: 'accept', reject: 'approve accept' };

/** What must be put in before it can be taken out. */
const TAKES_FROM: Record<string, string> = { debit: 'credit deposit topup', withdraw: 'deposit credit topup' };

export function listed(table: Record<string, string>, verb: string): string[] {
  return Object.hasOwn(table, verb) ? (table[verb] ?? '').split(' ').filter((word) => word !== '') : [];
}

/** Verbs of which one must come first, because the action undoes it or takes from it; `isFlag`: it raises a flag. */
export function verbsBefore(verb: string, isFlag = false): string[] {
  return [...listed(UNDOES, verb), ...listed(TAKES_FROM, verb), ...(isFlag ? listed(SWITCHES_ON, verb) : [])];
}

/** True if the action restores a deleted item. */
export function undoesDelete(verb: string): boolean {
  return listed(UNDOES, verb).includes('delete');
}

/**
 * The verb whose place in the course of states counts for this one: its own, that of the decision it belongs to, or
 * undefined where it may come at any time.
 */
export function courseVerb(verb: string): string | undefined {
  return leaves.has(verb) ? undefined : (listed(DECIDES_WITH, verb)[0] ?? verb);
}

/** The decisions that a negative one may belong to. */
export function decidesWith(verb: string): string[] {
  return listed(DECIDES_WITH, verb);
}

/** The verb that must come before this one. Most verbs that end a lifecycle need none. */
export function verbToReach(verb: string): string | undefined {
  return leavesFromCourse.has(verb) ? verb : courseVerb(verb);
}

/** Whether an item goes through the action on its usual course. */
export function isOnCourse(verb: string): boolean {
  return courseVerb(verb) === verb && !aside.has(verb);
}

/** True if the action withdraws what another deposited: some APIs write its amount with the opposite sign. */
export function takesOut(verb: string): boolean {
  return Object.hasOwn(TAKES_FROM, verb);
}
