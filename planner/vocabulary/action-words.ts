import { singular } from './singular.ts';
import { wordsOf } from './words-of.ts';
import { UNDOES, listed } from './lifecycle-verbs.ts';
import { copies, flagStates, questions, recordKeeping, staysWithIt } from './verb-groups.ts';

/** Action verbs with the states that they lead to besides their participle: `send` leads to "sent". */
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
/** Verbs with flags that they set to false without containing the flag's name: `pause` clears `active`. */
const SWITCHES_OFF: Record<string, string> = {
  deactivate: 'enabled',
  disable: 'active',
  pause: 'active enabled',
};

/** Last path segments that name a relation to the item, with its verb: `POST /issues/{id}/watchers` means `watch`. */
const RELATES: Record<string, string> = {
  bookmarks: 'bookmark',
  favorites: 'favorite',
  favourites: 'favourite',
  likes: 'like',
  stars: 'star',
  watchers: 'watch',
};
/** Verbs with the names of the numbers that they change: `deposit` changes `balance`. */
const COUNTS: Record<string, string> = {
  credit: 'balance',
  debit: 'balance',
  deposit: 'balance',
  topup: 'balance',
  withdraw: 'balance',
  decrement: 'count counter value',
  increment: 'count counter value',
};

/** True for a verb of the tables of action verbs: `cancel`, `unlock`, `deposit`. False for `create` and `update`. */
export function isActionVerb(word: string): boolean {
  return [LEADS_TO, UNDOES, COUNTS].some((table) => Object.hasOwn(table, word));
}

/** Returns the verb in an action's name, undefined if it has none: `complete` for "markAsComplete". */
export function actionVerb(name: string): string | undefined {
  const words = wordsOf(name);
  const joined = words.join('');
  if (isActionVerb(joined)) return joined;
  if (joined === 'movetotrash') return 'trash';
  if (words[0] === 'mark') return Object.keys(LEADS_TO).find((verb) => statesAfter(verb).includes(words.at(-1) ?? ''));
  // "empty-trash" acts on all items in the trash, not on one.
  return words.find((word) => isActionVerb(word) && word !== 'trash');
}

/** Returns the verb of a noun that names a relation: `watch` for "watchers". Undefined for other nouns. */
export function relatingVerb(name: string): string | undefined {
  const own = wordsOf(name).join('');
  return Object.hasOwn(RELATES, own) ? RELATES[own] : undefined;
}

/** True for a verb that starts or ends a relation of the caller to an item: `watch`, `unwatch`. */
export function relatesCaller(verb: string): boolean {
  const verbs = Object.values(RELATES);
  return verbs.includes(verb) || verbs.some((one) => verb === `un${one}`);
}

/** True for an action whose name means a copy (`fork`) or ends in a plural (`POST /tickets/{id}/replies`). */
export function makesOthers(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const isPlural = !/(ss|us|is)$/.test(last) && singular(last) !== last;
  return isPlural || makesCopy(name);
}

/** True if a word of the name is a verb of copying: `fork`, `duplicateTemplate`. */
export function makesCopy(name: string): boolean {
  return wordsOf(name).some((word) => copies.has(word));
}

/**
 * True if every word of the action's name but "as" concerns the item alone: `pause`, `mark-as-read`. The name may also
 * be one such word when joined: `keep-alive`.
 */
export function staysWithItem(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'as');
  return [words, [words.join('')]].some((all) => all.length > 0 && all.every((word) => staysWithIt.has(word)));
}

/** True if every word of the action's name but "batch" asks a question and changes nothing: `check`. */
export function asksAboutItem(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'batch');
  return words.length > 0 && words.every((word) => questions.has(word));
}

/** True if a word of the name is a verb of creating, reading, changing or deleting: `createOrder`. */
export function namesRecordKeeping(name: string): boolean {
  return wordsOf(name).some((word) => recordKeeping.has(word));
}

function participles(verb: string): string[] {
  // "watched" as a state means that a film was seen: `watch` leads only to "watching".
  if (verb === 'watch') return [];
  if (verb.endsWith('e')) return [`${verb}d`];
  if (verb.endsWith('y')) return [`${verb.slice(0, -1)}ied`, `${verb}ed`];
  return [`${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`];
}

/**
 * Returns the states that an item may have after the action, participles first: "canceled", "cancelled". They are in
 * lower case without separators: "inprogress".
 */
export function statesAfter(verb: string): string[] {
  return [...participles(verb), ...listed(LEADS_TO, verb)];
}

/** Returns the names of flags and times that the action sets: "archived" for `archive`, as in `archivedAt`. */
export function flagsAfter(verb: string): string[] {
  const adjectives = listed(LEADS_TO, verb).filter((word) => flagStates.has(word));
  return [...participles(verb), ...adjectives];
}

/** Returns the names of flags that the action clears: "locked" for `unlock`, "enabled" for `disable`. */
export function flagsCleared(verb: string): string[] {
  const undone = listed(UNDOES, verb).flatMap((word) => [word, ...flagsAfter(word)]);
  if (verb === 'deactivate') return [...undone, 'active'];
  return verb === 'disable' ? [...undone, 'enabled'] : undone;
}

/** Returns the flags that the action clears without containing their name: "active" and "enabled" for `pause`. */
export function flagsSwitchedOff(verb: string): string[] {
  return listed(SWITCHES_OFF, verb);
}

/** Returns the names of the numbers that the action changes: "balance" for `deposit`. */
export function numbersChanged(verb: string): string[] {
  return listed(COUNTS, verb);
}
