import { singular } from './singular.ts';
import { wordsOf } from './words-of.ts';
import { UNDOES, listed } from './lifecycle-verbs.ts';
import { copies, flagStates, questions, recordKeeping, staysWithIt } from './verb-groups.ts';

/**
 * Verbs of actions, each with the states it leads to beside its own participle ("cancel" leads to "cancelled" and
 * "canceled" anyway).
 */
const LEADS_TO: Record<string, string> = {
  abort: '',
  accept: '',
  acknowledge: '',
  activate: 'active enabled',
  approve: '',
  archive: '',
  assign: '',
  ban: '',
  begin: 'begun running inprogress active started',
  block: '',
  book: '',
  bookmark: '',
  cancel: '',
  capture: '',
  checkin: 'checkedin',
  checkout: 'checkedout',
  claim: '',
  close: '',
  complete: 'complete done finished',
  confirm: '',
  deactivate: 'inactive disabled',
  decline: '',
  deliver: '',
  deny: '',
  disable: 'inactive',
  dismiss: '',
  dispatch: '',
  enable: 'active',
  escalate: '',
  expire: '',
  favorite: '',
  favourite: '',
  finalize: 'final',
  finish: 'done completed complete',
  flag: '',
  follow: 'following',
  freeze: 'frozen',
  fulfill: 'fulfilled',
  hide: 'hidden',
  hold: 'held onhold',
  launch: 'running active',
  like: '',
  lock: '',
  markasread: 'read',
  markread: 'read',
  merge: '',
  mute: '',
  open: 'open',
  pause: '',
  pay: 'paid',
  pin: '',
  process: '',
  publish: '',
  reactivate: 'active',
  reject: '',
  release: '',
  refund: '',
  renew: '',
  reopen: 'open',
  reserve: '',
  resolve: '',
  restore: 'active',
  resume: 'active running inprogress started',
  retire: '',
  return: '',
  revoke: '',
  schedule: '',
  send: 'sent',
  ship: '',
  sign: '',
  star: '',
  start: 'running inprogress active',
  stop: '',
  submit: '',
  suspend: '',
  terminate: '',
  trash: '',
  unarchive: 'active',
  unblock: 'active',
  unlock: 'active',
  unpublish: 'draft',
  verify: '',
  void: 'void',
  watch: 'watching',
  withdraw: 'withdrawn',
};
/** Flags that are surely down after what their name does not say: a paused webhook is no longer active. */
const SWITCHES_OFF: Record<string, string> = {
  deactivate: 'enabled',
  disable: 'active',
  pause: 'active enabled',
};

/** Nouns for people in a relation to an item, or for the relation: POST adds the caller, DELETE removes the caller. */
const RELATES: Record<string, string> = {
  bookmarks: 'bookmark',
  favorites: 'favorite',
  favourites: 'favourite',
  likes: 'like',
  stars: 'star',
  watchers: 'watch',
};
/** Verbs that surely change the number in a field of one of these names. */
const COUNTS: Record<string, string> = {
  credit: 'balance',
  debit: 'balance',
  deposit: 'balance',
  topup: 'balance',
  withdraw: 'balance',
  decrement: 'count counter value',
  increment: 'count counter value',
};

/** True for a verb of an action beyond create, read, update and delete. */
export function isActionVerb(word: string): boolean {
  return [LEADS_TO, UNDOES, COUNTS].some((table) => Object.hasOwn(table, word));
}

/**
 * The verb of an action among the words of its name ("markAsComplete", "cancel_order"); undefined where they name none.
 */
export function actionVerb(name: string): string | undefined {
  const words = wordsOf(name);
  const joined = words.join('');
  if (isActionVerb(joined)) return joined;
  if (joined === 'movetotrash') return 'trash';
  if (words[0] === 'mark') return Object.keys(LEADS_TO).find((verb) => statesAfter(verb).includes(words.at(-1) ?? ''));
  // "empty-trash" is about all that is in it.
  return words.find((word) => isActionVerb(word) && word !== 'trash');
}

/** The relation that a path without a verb starts for the caller: POST /issues/{id}/watchers. */
export function relatingVerb(name: string): string | undefined {
  const own = wordsOf(name).join('');
  return Object.hasOwn(RELATES, own) ? RELATES[own] : undefined;
}

/** True if an action states the caller's relation to an item, which may exist already. */
export function relatesCaller(verb: string): boolean {
  const verbs = Object.values(RELATES);
  return verbs.includes(verb) || verbs.some((one) => verb === `un${one}`);
}

/** True if an action creates other items: a copy, or items with a plural noun (replies, versions). */
export function makesOthers(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const isPlural = !/(ss|us|is)$/.test(last) && singular(last) !== last;
  return isPlural || makesCopy(name);
}

/** True if the verb makes a copy of its item. */
export function makesCopy(name: string): boolean {
  return wordsOf(name).some((word) => copies.has(word));
}

/** True if an action concerns only its item: pause, mark-as-read, heartbeat. */
export function staysWithItem(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'as');
  return [words, [words.join('')]].some((all) => all.length > 0 && all.every((word) => staysWithIt.has(word)));
}

/** True if an action asks about its item: check, batch-check, search. */
export function asksAboutItem(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'batch');
  return words.length > 0 && words.every((word) => questions.has(word));
}

/** Whether the words of a name say that records are created, read, changed or deleted. */
export function namesRecordKeeping(name: string): boolean {
  return wordsOf(name).some((word) => recordKeeping.has(word));
}

function participles(verb: string): string[] {
  // A film that was begun is not watched yet: only who is watching says the same of everything.
  if (verb === 'watch') return [];
  if (verb.endsWith('e')) return [`${verb}d`];
  if (verb.endsWith('y')) return [`${verb.slice(0, -1)}ied`, `${verb}ed`];
  return [`${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`];
}

/** States, in lower case without separators, that an item has after the action, its own participle first. */
export function statesAfter(verb: string): string[] {
  return [...participles(verb), ...listed(LEADS_TO, verb)];
}

/** The participle by which a flag or time is named after the action: archived, archivedAt. */
export function flagsAfter(verb: string): string[] {
  const adjectives = listed(LEADS_TO, verb).filter((word) => flagStates.has(word));
  return [...participles(verb), ...adjectives];
}

/** Flags that the action takes back: unlock clears "locked". */
export function flagsCleared(verb: string): string[] {
  const undone = listed(UNDOES, verb).flatMap((word) => [word, ...flagsAfter(word)]);
  if (verb === 'deactivate') return [...undone, 'active'];
  return verb === 'disable' ? [...undone, 'enabled'] : undone;
}

/** Flags by other names that are down after the action, where nothing is named after it: pause clears "active". */
export function flagsSwitchedOff(verb: string): string[] {
  return listed(SWITCHES_OFF, verb);
}

/** Names of the number fields that the action changes. */
export function numbersChanged(verb: string): string[] {
  return listed(COUNTS, verb);
}
