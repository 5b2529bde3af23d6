import { because } from '../values/because.ts';
import { wordGroup } from '../word-group.ts';

/** Words after "by" at the end of flags about the caller: `likedByMe`. */
export const callerPronouns = wordGroup('caller pronouns', {
  words: 'me you viewer',
  matches: ['likedByMe', 'viewer'],
  refuses: ['name', 'likedBy'],
});

/** First words of flags: `isLiked`. */
export const flagVerbs = wordGroup('flag verbs', {
  words: 'is has was',
  matches: ['isLiked', 'hasVoted'],
  refuses: ['liked', 'this'],
});

/** Last words of members for the time or day of an event: `completedAt`. */
export const eventTimes = wordGroup('event times', {
  words: 'at on date time',
  matches: ['completedAt', 'due_date'],
  refuses: ['completed', 'format'],
  alsoIn: because('after a participle, the word ends the name of a time', 'later words', 'times'),
});

/** Words of flags and times that mark a deleted item: `deletedAt`, `isTrashed`. */
export const deletionMarks = wordGroup('deletion marks', {
  words: 'deleted trashed removed',
  matches: ['isDeleted', 'trashed_at'],
  refuses: ['delete', 'archived'],
  alsoIn: { hiding: 'deleted hides an item, and says why' },
});

/** Second words of lists of those whom an action concerned: `sharedWith`, `invitedUsers`. */
export const ofWhom = wordGroup('of whom', {
  words: 'with to users members people emails accounts teams groups',
  matches: ['sharedWith', 'invitedUsers'],
  refuses: ['without', 'shared'],
  alsoIn: because(
    'after a participle, the word begins a list of those whom an action concerned',
    'client times',
    'people with access',
    'transition targets',
    'upper ends',
  ),
});

/** Words of request members that name a person or group: `POST /files/{id}/share {"userId": …}`. */
export const whom = wordGroup('whom', {
  words: 'user member person email account team group username recipient recipients invitee invitees',
  includes: [ofWhom],
  matches: ['userId', 'recipients'],
  refuses: ['level', 'remember'],
  alsoIn: because(
    'in the request of an action, the word tells whom the action concerns',
    'checked numbers',
    'holders',
    'identities',
    'other things',
    'owner keys',
    'parties',
    'people with access',
    'person parts',
  ),
});

/** Last words of numbers by which an action may concern a part of the item: `refundAmount`. */
export const portions = wordGroup('portions', {
  words: 'amount count percent percentage portion price quantity qty sum total value',
  matches: ['refundAmount', 'qty'],
  refuses: ['counter', 'values'],
  alsoIn: because(
    'in the request of an action, the amount may be a part of the whole',
    'about results',
    'counts',
    'measures',
  ),
});

/** Words of members by which a follow may need approval: `isPrivate`. */
export const approvals = wordGroup('approvals', {
  words: 'approval approved locked pending private privacy protected request requested',
  matches: ['isPrivate', 'approval_state'],
  refuses: ['public', 'privately'],
  alsoIn: because(
    'beside a follow, the word says that somebody must approve it',
    'bought',
    'hiding',
    'key kinds',
    'openness',
    'privacy',
  ),
});

/** Words after a verb in members by which the action may take effect later: `cancelAtPeriodEnd`. */
export const laterWords = wordGroup('later words', {
  words: 'after at effective on pending requested scheduled when',
  matches: ['cancelAtPeriodEnd', 'terminate_on'],
  refuses: ['cancelled', 'whenever'],
  alsoIn: because(
    'after a verb, the word says that the action takes effect later',
    'approvals',
    'life events',
    'next cursors',
    'places',
    'privacy',
    'times',
  ),
});

/** Words of actions that assign an item to another person: `POST /tasks/{id}/assign`. */
export const assigns = wordGroup('assigns', {
  kind: 'verb',
  words: 'assign reassign',
  matches: ['assign', 'reassign-task'],
  refuses: ['assignee', 'sign'],
});

/** Words of actions that move an item to another parent: `POST /cards/{id}/move`. */
export const moves = wordGroup('moves', {
  kind: 'verb',
  words: 'move relocate reparent',
  matches: ['move', 'relocate-card'],
  refuses: ['remove', 'movement'],
});

/** First words of actions that set a part of an item: `setShippingAddress`. */
export const setsPart = wordGroup('sets part', {
  kind: 'verb',
  words: 'change edit put replace set update',
  matches: ['setAddress', 'replace'],
  refuses: ['reset', 'changes'],
  alsoIn: because(
    'as the first word of an action, the verb says that a part is set',
    'record keeping',
    'rpc writes',
    'stays with it',
  ),
});
