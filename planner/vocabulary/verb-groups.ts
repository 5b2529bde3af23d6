import { wordGroup } from './word-group.ts';

/** Verbs of actions that make another item from their own one, which usually stays unchanged: `fork`. */
export const copies = wordGroup('copies', {
  kind: 'verb',
  words:
    'branch clone copy derive duplicate export fork generate import instantiate replicate reply revise snapshot spawn',
  matches: ['fork', 'duplicateTemplate'],
  refuses: ['publish', 'copyright'],
});

/** Verbs in the names of operations that create, read, change or delete records: `createOrder`. */
export const recordKeeping = wordGroup('record keeping', {
  kind: 'verb',
  words: 'add create new make insert get read fetch find list search query update edit modify set delete remove',
  matches: ['createOrder', 'list'],
  refuses: ['publish', 'ship'],
});

/** Verbs that usually ask about an item and change nothing: `batch-check`. */
export const questions = wordGroup('questions', {
  kind: 'verb',
  words: 'check compare count diff expand find get lookup preview search',
  matches: ['preview', 'batch-check'],
  refuses: ['checkout', 'complete'],
  alsoIn: {
    'record keeping': 'find, get and search ask, and they are the R of CRUD; add, update and delete do not ask',
  },
});

/** Verbs that take an item out of its lifecycle but that some servers refuse on a new item: `archive` on a draft. */
export const leavesFromCourse = wordGroup('leaves from course', {
  kind: 'verb',
  words: 'archive disable suspend',
  matches: ['archive', 'suspend'],
  refuses: ['cancel', 'delete'],
});

/**
 * Verbs that take an item out of its lifecycle. All but those of `leavesFromCourse` are taken as possible in every
 * state: `cancel`.
 */
export const leaves = wordGroup('leaves', {
  kind: 'verb',
  words: 'abort ban block cancel deny dismiss expire fail terminate trash void',
  includes: [leavesFromCourse],
  matches: ['cancel', 'archive'],
  refuses: ['approve', 'complete'],
});

/**
 * Verbs that leave the usual lifecycle: `pause`. Only an action that undoes one, such as `resume`, requires it first.
 */
export const aside = wordGroup('aside', {
  kind: 'verb',
  words: 'escalate flag freeze hold pause refund reopen return',
  matches: ['pause', 'refund'],
  refuses: ['submit', 'ship'],
});

/** Verbs that usually concern the item alone and send, pay or run nothing: `pause`, `mark-as-read`. */
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

/** States whose name is also a flag's: "active" after `activate`. */
export const flagStates = wordGroup('flag states', {
  kind: 'state',
  words: 'active complete done final finished following frozen hidden open paid read sent void watching',
  matches: ['active', 'paid'],
  refuses: ['running', 'inprogress'],
});

/**
 * Verbs that end or close an item: `close`. They are not among the actions that lead a new item through its states
 * (`lifecycleOf`).
 */
export const closing = wordGroup('closing', {
  kind: 'verb',
  words: `close complete deactivate decline expire finalize finish hide lock reject resolve retire return revoke
    unpublish withdraw`,
  matches: ['close', 'withdraw'],
  refuses: ['open', 'locksmith'],
  alsoIn: {
    telling: 'a summary says that a value is returned; an order that is returned is closed',
    'ends lease': 'the holder of a lease completes the item, which closes it',
    leaves: 'expire ends an item and is possible in every state',
    aside: 'return leaves the usual lifecycle, and it ends an order',
    'stays with it':
      'these close the item and do nothing else; finalize, revoke and withdraw may reach a person or money',
  },
});

/** Verbs that commit an order or invoice, which may need a line first: `POST /orders/{id}/submit`. */
export const committing = wordGroup('committing', {
  kind: 'verb',
  words: `approve book checkout confirm deliver dispatch finalize finalise fulfill issue order pay place process send
    ship submit`,
  matches: ['submit', 'pay'],
  refuses: ['cancel', 'payment'],
  alsoIn: {
    'rpc creates': 'without an item, book, place and submit create one; on an order, they commit it',
    closing: 'finalize commits an invoice, and nothing comes after it',
    'runners actions': 'approve commits an order, and only those who run it may',
  },
});

/**
 * Actions that are usually for an item's owner or editor alone. An opposite is looked up without its "un": `unpublish`
 * as `publish`.
 */
export const ownersActions = wordGroup('owners actions', {
  kind: 'verb',
  words: 'archive lock pin publish trash',
  matches: ['publish', 'archive'],
  refuses: ['cancel', 'republish'],
  alsoIn: {
    'leaves from course': 'archive ends the lifecycle, and only an owner may',
    leaves: 'trash ends the lifecycle, and only an owner may',
    'stays with it': 'archive, lock and pin concern the item alone; publish and trash reach those who see it',
    closing: 'lock closes an item to others, and only an owner may',
    'runners actions': 'in every service, archive and publish are for owners; cancel or approve may be for others',
    'taking away': 'trash takes the item away, and only an owner may',
  },
});

/**
 * Actions that are usually for who runs an item: a teacher cancels a lesson, a student books it. A leading "un" is
 * dropped before the look-up: `unarchive` as `archive`.
 */
export const runnersActions = wordGroup('runners actions', {
  kind: 'verb',
  words: `cancel publish close reopen archive postpone reschedule suspend activate deactivate enable disable approve
    reject retire end stop`,
  matches: ['cancel', 'reschedule'],
  refuses: ['book', 'complete'],
  alsoIn: {
    'leaves from course': 'these end the lifecycle, and only those who run the item may',
    leaves: 'cancel ends the lifecycle, and only those who run the item may',
    aside: 'reopen leaves the usual lifecycle, and only those who run the item may',
    'stays with it': 'these set a state of the item; approve, end, postpone and reschedule tell people too',
    closing: 'these close the item, and only those who run it may',
  },
});

/** Words of actions after which a read may answer 404, as after DELETE: `removeMember`. */
export const takingAway = wordGroup('taking away', {
  kind: 'verb',
  words: `cancel cancellation delete deletion deregister destroy discard erase expire expiration purge removal remove
    retire revoke terminate termination trash unregister withdraw withdrawal`,
  matches: ['cancel', 'removeMember'],
  refuses: ['archive', 'complete'],
  alsoIn: {
    'rpc deletes': 'by name, these are the DELETE of an item; as actions, they may leave it readable',
    'record keeping': 'delete and remove keep records, and take the item away',
    leaves: 'these end the lifecycle and may take the item away; abort, ban, block, fail and void leave it',
    'stays with it': 'cancel, retire and terminate concern the item alone, which may be gone',
    closing: 'these close an item, which may be gone; close, hide and reject leave it',
    'runners actions': 'only those who run an item cancel or retire it, and it may be gone',
  },
});

/** Relations that one account starts to another, usually free of charge and unseen by third accounts: `follow`. */
export const plainRelations = wordGroup('plain relations', {
  kind: 'verb',
  words: 'bookmark favorite favourite follow star',
  matches: ['follow', 'star'],
  refuses: ['mute', 'start'],
  alsoIn: { 'stays with it': 'a bookmark or star concerns the item alone; a follow may tell a person' },
});
