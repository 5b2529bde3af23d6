import { wordGroup } from './word-group.ts';

/** Last words of names of identifiers: `orderId`, `external_ref`. */
export const ids = wordGroup('ids', {
  words: 'id ids uuid guid ref pk uid sid',
  matches: ['orderId', 'external_ref'],
  refuses: ['idea', 'idCard'],
});

/** Last words of names of times: `createdAt`, `dueDate`. */
export const times = wordGroup('times', {
  words: 'at time date timestamp created updated modified expires until since',
  matches: ['createdAt', 'dueDate', 'valid_until'],
  refuses: ['timeZone', 'dateFormat'],
});

/** Last words of names of owners or actors: `created_by`. */
export const owners = wordGroup('owners', {
  words: 'owner author creator by',
  matches: ['owner', 'created_by'],
  refuses: ['ownership', 'authorName'],
});

/** Last words of names of an item's version, which usually changes with each update: `rowVersion`. */
export const versions = wordGroup('versions', {
  words: 'version revision rev etag',
  matches: ['rowVersion', 'etag'],
  refuses: ['versionName', 'revenue'],
});

/** Last words of names of numbers that the server usually counts: `memberCount`. */
export const counts = wordGroup('counts', {
  words: 'count counts total totals',
  matches: ['memberCount', 'total'],
  refuses: ['country', 'account'],
});

/** Last words of names of links: `avatarUrl`. */
export const links = wordGroup('links', {
  words: 'url uri href link links self urls uris',
  matches: ['avatarUrl', '_self'],
  refuses: ['linkedIn', 'urlSlug'],
});

/** Last words of names of secrets: `api_token`. */
export const secrets = wordGroup('secrets', {
  words: 'password passwd secret secrets token tokens credential credentials pin pan cvv cvc ssn',
  matches: ['password', 'api_token'],
  refuses: ['passport', 'tokenType'],
});

/** Last words of names whose values the server usually sets or hides: `createdAt`, `etag`. */
export const serversOwn = wordGroup('servers own', {
  words: '',
  includes: [ids, times, owners, versions, counts, links, secrets],
  matches: ['createdAt', 'orderId', 'etag'],
  refuses: ['title', 'quantity'],
});
