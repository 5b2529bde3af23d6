import { wordsOf } from './field-names.ts';
import { singular } from './singular.ts';

/** Verbs of actions, each with the states it leads to beside its own participle ("cancel" leads to "cancelled" and "canceled" anyway). */
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

/** What undoes what: the item must have been brought into a state before it can be taken out of it. */
const UNDOES: Record<string, string> = {
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

/** What switches a flag on again that most items begin with: of a state that is reached so, nothing has to be taken back before. */
const SWITCHES_ON: Record<string, string> = { activate: 'deactivate', watch: 'unwatch' };
/** Flags that are surely down after what their name does not say: a paused webhook is no longer active. */
const SWITCHES_OFF: Record<string, string> = {
  deactivate: 'enabled',
  disable: 'active',
  pause: 'active enabled',
};

/** What those are called who stand in such a relation to an item, or what comes of it: whoever posts there comes into it, whoever deletes leaves it. */
const RELATES: Record<string, string> = {
  bookmarks: 'bookmark',
  favorites: 'favorite',
  favourites: 'favourite',
  likes: 'like',
  stars: 'star',
  watchers: 'watch',
};

/** Verbs that take an item out of its usual course: nothing else has to come before them. */
const LEAVES = new Set(
  'abort archive ban block cancel deny disable dismiss expire fail suspend terminate trash void'.split(' '),
);
/** Of these, what is done to an item that is on its course already: of a draft, some servers refuse it. */
const LEAVES_FROM_COURSE = new Set(['archive', 'disable', 'suspend']);
/** Verbs that lead away from the course: another action does not need them before it. */
const ASIDE = new Set('escalate flag freeze hold pause refund reopen return'.split(' '));
/** Decisions: what comes before the positive one comes before the negative one. */
const DECIDES_WITH: Record<string, string> = { decline: 'accept', reject: 'approve accept' };
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
/** What must be put in before it can be taken out. */
const TAKES_FROM: Record<string, string> = { debit: 'credit deposit topup', withdraw: 'deposit credit topup' };
/** Verbs that leave their item as it is and make another one like it. */
const COPIES = new Set(
  'branch clone copy derive duplicate export fork generate import instantiate replicate reply revise snapshot spawn'.split(
    ' ',
  ),
);
/** Verbs of what concerns the item alone, whatever it brings about: nothing is sent, made, paid or run by them. */
const STAYS_WITH_IT = new Set(
  (
    'ack acknowledge activate add append archive beat block bookmark cancel claim close complete deactivate disable dismiss enable fail favorite ' +
    'favourite finish flag freeze heartbeat hide hold insert interrupt keepalive like lock mark mute nack open pause pin progress reactivate ' +
    'read reject release reopen resolve restore resume retire seen snooze star stop suspend telemetry terminate touch unarchive unblock ' +
    'unbookmark unclaim unfavorite unfavourite unflag unfreeze unhide unlike unlock unmute unpin unread unstar unsuspend unwatch ' +
    'update upsert validate watch'
  ).split(' '),
);
/** Verbs of questions about the item: what is asked so is answered, and brings nothing about. */
const ASKS = new Set('check compare count diff expand find get lookup preview search'.split(' '));
const OF_RECORDS = new Set(
  'add create new make insert get read fetch find list search query update edit modify set delete remove'.split(' '),
);

function listed(table: Record<string, string>, verb: string): string[] {
  return Object.hasOwn(table, verb) ? (table[verb] ?? '').split(' ').filter((word) => word !== '') : [];
}

/** Whether a word says what is done to an item, beyond creating, reading, changing and deleting it. */
export function isActionVerb(word: string): boolean {
  return [LEADS_TO, UNDOES, COUNTS].some((table) => Object.hasOwn(table, word));
}

/** The verb of an action among the words of its name ("markAsComplete", "cancel_order"); undefined where they name none. */
export function actionVerb(name: string): string | undefined {
  const words = wordsOf(name);
  const joined = words.join('');
  if (isActionVerb(joined)) return joined;
  if (joined === 'movetotrash') return 'trash';
  if (words[0] === 'mark') return Object.keys(LEADS_TO).find((verb) => statesAfter(verb).includes(words.at(-1) ?? ''));
  // "empty-trash" is about all that is in it.
  return words.find((word) => isActionVerb(word) && word !== 'trash');
}

/** What the caller does to an item where nothing is sent, and the path names no verb but those who do so: POST /issues/{id}/watchers. */
export function relatingVerb(name: string): string | undefined {
  const own = wordsOf(name).join('');
  return Object.hasOwn(RELATES, own) ? RELATES[own] : undefined;
}

/** Whether an action says how its caller stands to an item: it may be so already. */
export function relatesCaller(verb: string): boolean {
  const verbs = Object.values(RELATES);
  return verbs.includes(verb) || verbs.some((one) => verb === `un${one}`);
}

/** Whether what is called so makes other items: a copy, or one of a kind that is named in the plural (replies, versions). */
export function makesOthers(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const isPlural = !/(ss|us|is)$/.test(last) && singular(last) !== last;
  return isPlural || makesCopy(name);
}

/** Whether what is called so makes another item like its own. */
export function makesCopy(name: string): boolean {
  return wordsOf(name).some((word) => COPIES.has(word));
}

/** Whether an action that is called so concerns its item alone: pause, mark-as-read, heartbeat. */
export function staysWithItem(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'as');
  return [words, [words.join('')]].some((all) => all.length > 0 && all.every((word) => STAYS_WITH_IT.has(word)));
}

/** Whether what is called so asks about its item: check, batch-check, search. */
export function asksAboutItem(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'batch');
  return words.length > 0 && words.every((word) => ASKS.has(word));
}

/** Whether the words of a name say that records are created, read, changed or deleted. */
export function namesRecordKeeping(name: string): boolean {
  return wordsOf(name).some((word) => OF_RECORDS.has(word));
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
  const adjectives = listed(LEADS_TO, verb).filter((word) =>
    /^(active|complete|done|final|finished|following|frozen|hidden|open|paid|read|sent|void|watching)$/.test(word),
  );
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

/** Verbs of which one must come first, because the action undoes it or takes from it; `isFlag`: it raises a flag. */
export function verbsBefore(verb: string, isFlag = false): string[] {
  return [...listed(UNDOES, verb), ...listed(TAKES_FROM, verb), ...(isFlag ? listed(SWITCHES_ON, verb) : [])];
}

/** Whether the action brings back what was deleted. */
export function undoesDelete(verb: string): boolean {
  return listed(UNDOES, verb).includes('delete');
}

/**
 * The verb whose place in the course of states counts for this one: its own, that of the decision it belongs to, or undefined
 * where it may come at any time.
 */
export function courseVerb(verb: string): string | undefined {
  return LEAVES.has(verb) ? undefined : (listed(DECIDES_WITH, verb)[0] ?? verb);
}

/** The decisions that a negative one may belong to. */
export function decidesWith(verb: string): string[] {
  return listed(DECIDES_WITH, verb);
}

/** The same for what may come before it: most of what takes an item out of its course needs nothing before it. */
export function verbToReach(verb: string): string | undefined {
  return LEAVES_FROM_COURSE.has(verb) ? verb : courseVerb(verb);
}

/** Whether an item goes through the action on its usual course. */
export function isOnCourse(verb: string): boolean {
  return courseVerb(verb) === verb && !ASIDE.has(verb);
}

/** Whether the action takes out what another one put in: some APIs write its amount with the opposite sign. */
export function takesOut(verb: string): boolean {
  return Object.hasOwn(TAKES_FROM, verb);
}
