import { wordGroup } from './word-group.ts';

/** Last words of the name of an identifier. */
export const ids = wordGroup('ids', {
  words: 'id ids uuid guid ref pk uid sid',
  matches: ['orderId', 'external_ref'],
  refuses: ['idea', 'idCard'],
});

/** Last words of the name of a time. */
export const times = wordGroup('times', {
  words: 'at time date timestamp created updated modified expires until since',
  matches: ['createdAt', 'dueDate', 'valid_until'],
  refuses: ['timeZone', 'dateFormat'],
});

/** Last words of the name of an owner or actor. */
export const owners = wordGroup('owners', {
  words: 'owner author creator by',
  matches: ['owner', 'created_by'],
  refuses: ['ownership', 'authorName'],
});

/** Last words of the name of an item's version, which changes with each update. */
export const versions = wordGroup('versions', {
  words: 'version revision rev etag',
  matches: ['rowVersion', 'etag'],
  refuses: ['versionName', 'revenue'],
});

/** Last words of the name of a number that the server counts. */
export const counts = wordGroup('counts', {
  words: 'count counts total totals',
  matches: ['memberCount', 'total'],
  refuses: ['country', 'account'],
});

/** Last words of the name of a link. */
export const links = wordGroup('links', {
  words: 'url uri href link links self urls uris',
  matches: ['avatarUrl', '_self'],
  refuses: ['linkedIn', 'urlSlug'],
});

/** Last words of the name of a secret. */
export const secrets = wordGroup('secrets', {
  words: 'password passwd secret secrets token tokens credential credentials pin pan cvv cvc ssn',
  matches: ['password', 'api_token'],
  refuses: ['passport', 'tokenType'],
});

/** Last words of names whose values the server usually sets or hides. */
export const serversOwn = wordGroup('servers own', {
  words: '',
  includes: [ids, times, owners, versions, counts, links, secrets],
  matches: ['createdAt', 'orderId', 'etag'],
  refuses: ['title', 'quantity'],
});
