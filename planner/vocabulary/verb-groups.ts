import { wordGroup } from './word-group.ts';

/** Verbs that copy their item and leave it unchanged. */
export const copies = wordGroup('copies', {
  kind: 'verb',
  words:
    'branch clone copy derive duplicate export fork generate import instantiate replicate reply revise snapshot spawn',
  matches: ['fork', 'duplicateTemplate'],
  refuses: ['publish', 'copyright'],
});

/** Verbs in the names of RPC operations that create, read, change or delete records. */
export const recordKeeping = wordGroup('record keeping', {
  kind: 'verb',
  words: 'add create new make insert get read fetch find list search query update edit modify set delete remove',
  matches: ['createOrder', 'list'],
  refuses: ['publish', 'ship'],
});

/** Verbs that ask about an item and change nothing. */
export const questions = wordGroup('questions', {
  kind: 'verb',
  words: 'check compare count diff expand find get lookup preview search',
  matches: ['preview', 'batch-check'],
  refuses: ['checkout', 'complete'],
  alsoIn: {
    'record keeping': 'find, get and search ask, and they are the R of CRUD; add, update and delete do not ask',
  },
});

/** Verbs that end an item's lifecycle but need it past its first state: some servers refuse them on a draft. */
export const leavesFromCourse = wordGroup('leaves from course', {
  kind: 'verb',
  words: 'archive disable suspend',
  matches: ['archive', 'suspend'],
  refuses: ['cancel', 'delete'],
});

/** Verbs that end an item's lifecycle and are possible in every state, unless they are in `leavesFromCourse`. */
export const leaves = wordGroup('leaves', {
  kind: 'verb',
  words: 'abort ban block cancel deny dismiss expire fail terminate trash void',
  includes: [leavesFromCourse],
  matches: ['cancel', 'archive'],
  refuses: ['approve', 'complete'],
});

/** Verbs that leave the usual lifecycle. No other action needs them before it. */
export const aside = wordGroup('aside', {
  kind: 'verb',
  words: 'escalate flag freeze hold pause refund reopen return',
  matches: ['pause', 'refund'],
  refuses: ['submit', 'ship'],
});

/** Verbs that concern the item alone: nothing is sent, created, paid or run. */
export const staysWithIt = wordGroup('stays with it', {
  kind: 'verb',
  words: `ack acknowledge activate add append archive beat block bookmark cancel claim close complete deactivate
    disable dismiss enable fail favorite favourite finish flag freeze heartbeat hide hold insert interrupt keepalive
    like lock mark mute nack open pause pin progress reactivate read reject release reopen resolve restore resume
    retire seen snooze star stop suspend telemetry terminate touch unarchive unblock unbookmark unclaim unfavorite
    unfavourite unflag unfreeze unhide unlike unlock unmute unpin unread unstar unsuspend unwatch update upsert
    validate watch`,
  matches: ['pause', 'mark-as-read'],
  refuses: ['send', 'pay'],
  alsoIn: {
    'record keeping': 'add, insert, read and update act on the item that the path names; create and new make another',
    leaves: 'these end an item and nothing else; ban, deny, expire, trash and void may reach a person or money',
    'leaves from course': 'these set a state of the item and nothing else',
    aside: 'these set a state of the item; escalate tells people, refund and return move money or goods',
  },
});

/** States whose name is also that of the flag: "active" after activate. */
export const flagStates = wordGroup('flag states', {
  kind: 'state',
  words: 'active complete done final finished following frozen hidden open paid read sent void watching',
  matches: ['active', 'paid'],
  refuses: ['running', 'inprogress'],
});
