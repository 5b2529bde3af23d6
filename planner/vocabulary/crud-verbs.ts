import { wordGroup } from './word-group.ts';

/**
 * Verbs that find items: `findOrders`. `query` is not among them, because the text of a query may be a prompt for a
 * language model.
 */
export const findingItems = wordGroup('finding items', {
  kind: 'verb',
  words: 'find search',
  matches: ['findOrders', 'search'],
  refuses: ['findings', 'query'],
  alsoIn: {
    'record keeping': 'finding is a kind of reading, and in a POST it changes nothing',
    questions: 'find and search ask about an item and find others',
  },
});

/** Verbs that find items, `query` included: `queryOrders`. */
export const finding = wordGroup('finding', {
  kind: 'verb',
  words: 'query',
  includes: [findingItems],
  matches: ['queryOrders', 'search'],
  refuses: ['findings', 'research'],
  alsoIn: { 'record keeping': 'a query is a kind of reading, and in a POST it changes nothing' },
});

/**
 * First or last words in the name of a POST that only looks: `/pets/search`, `/pets:lookup`, `/requests/find-by-tag`.
 */
export const looking = wordGroup('looking', {
  kind: 'verb',
  words: 'count filter lookup preview',
  includes: [finding],
  matches: ['lookup', 'find-by-tag', 'previewTierChange'],
  refuses: ['account', 'create'],
  alsoIn: {
    questions: 'count and lookup ask about an item, too; a filter is about a list',
    searching: 'a filter looks and returns a list',
  },
});

/** Words in the operationId of a POST that returns a list: `listOrders`. */
export const searching = wordGroup('searching', {
  kind: 'verb',
  words: 'filter list',
  includes: [finding],
  matches: ['listOrders', 'filter'],
  refuses: ['count', 'lookup'],
  alsoIn: {
    'record keeping': 'list reads records; a filter may be a resource itself',
    'rpc lists': 'list is what both return; "filter" may be a resource of RPC, and "index" is no search',
  },
});

/** Verbs of an operation called by name that lists items: `POST /users.list`. */
export const rpcLists = wordGroup('rpc lists', {
  kind: 'verb',
  words: 'all index list',
  includes: [finding],
  matches: ['users.list', 'search'],
  refuses: ['reindex', 'count'],
  alsoIn: { 'record keeping': 'list reads records; all and index are verbs in RPC names only' },
});

/** Verbs of an operation called by name that reads one item: `POST /users.info`. */
export const rpcReads = wordGroup('rpc reads', {
  kind: 'verb',
  words: 'describe details fetch find get info lookup read retrieve show view',
  matches: ['users.info', 'getUser'],
  refuses: ['list', 'target'],
  alsoIn: {
    'record keeping': 'fetch, find, get and read keep records; details and info are verbs in RPC names only',
    questions: 'find, get and lookup ask about an item, too',
    'finding items': 'find returns one item or a list',
    looking: 'lookup returns one item or a list',
    'stays with it': 'read as an action marks an item as read',
    leasing: 'fetch reads a record and takes a job',
  },
});

/** Verbs of an operation called by name that deletes an item: `POST /users.delete`. */
export const rpcDeletes = wordGroup('rpc deletes', {
  kind: 'verb',
  words: 'delete destroy discard drop erase forget remove',
  matches: ['users.delete', 'dropTable'],
  refuses: ['undelete', 'archive'],
  alsoIn: { 'record keeping': 'delete and remove keep records; discard and drop may be actions elsewhere' },
});

/** Verbs of an operation that adds an item to a collection: `POST /users/new`. */
export const adding = wordGroup('adding', {
  kind: 'verb',
  words: 'add create new',
  matches: ['/users/new', 'createUser'],
  refuses: ['renew', 'update'],
  alsoIn: {
    'record keeping': 'add, create and new keep records, too',
    'stays with it': 'add as an action adds to the item of the path',
  },
});

/** Verbs in the path or operationId of an operation that creates an item: `POST /users/register`. */
export const making = wordGroup('making', {
  kind: 'verb',
  words: 'register',
  includes: [adding],
  matches: ['/users/register', 'createUser'],
  refuses: ['renew', 'update'],
});

/**
 * Words in the last path segment of a POST that adds an item as the usual create does: `POST
 * /calendars/{id}/events/quickAdd`.
 */
export const addingAnyhow = wordGroup('adding anyhow', {
  kind: 'verb',
  words: 'insert',
  includes: [adding],
  matches: ['quickAdd', 'insertRow'],
  refuses: ['register', 'address'],
  alsoIn: {
    'record keeping': 'insert keeps records, too',
    'stays with it': 'insert as an action adds to the item of the path',
  },
});

/** Words in the operationId of a POST that creates an item instead of searching for some: `makeOrder`. */
export const inserting = wordGroup('inserting', {
  kind: 'verb',
  words: 'make',
  includes: [making, addingAnyhow],
  matches: ['makeOrder', 'create'],
  refuses: ['search', 'filter'],
  alsoIn: { 'record keeping': 'make keeps records, too' },
});

/** Verbs of an operation called by name that creates an item: `POST /conversations.open`. */
export const rpcCreates = wordGroup('rpc creates', {
  kind: 'verb',
  words: 'book open place post schedule start submit',
  includes: [inserting],
  matches: ['conversations.open', 'createUser'],
  refuses: ['reopen', 'update'],
  alsoIn: { 'stays with it': 'on an item, open is an action; without one it creates a conversation' },
});

/** Verbs of an operation called by name that changes an item: `POST /users.update`. */
export const rpcWrites = wordGroup('rpc writes', {
  kind: 'verb',
  words: 'edit modify put save set update',
  matches: ['users.update', 'setStatus'],
  refuses: ['reset', 'create'],
  alsoIn: {
    'record keeping': 'edit, modify, set and update keep records; put and save are verbs in RPC names only',
    'stays with it': 'an update concerns the item alone; put and save may create one',
  },
});

/** First words of the summary of a POST that only asks, with or without a final s: "Lists free slots". */
export const telling = wordGroup('telling', {
  kind: 'verb',
  words: 'count fetch get list look retrieve return show',
  includes: [finding],
  matches: ['list', 'getFreeSlots'],
  refuses: ['create', 'account'],
  alsoIn: {
    looking: 'count is said of a POST that only asks, in its path and in its summary',
    searching: 'list is said of a POST that only asks, in its path and in its summary',
    'rpc lists': 'list is what both do',
    'rpc reads': 'fetch, get, retrieve and show read an item, by name or by what the summary says',
    'record keeping': 'get, fetch and list read records',
    questions: 'count and get ask about an item, too',
    leasing: 'fetch shows something and takes a job',
    aside: 'a summary says that a value is returned; an order is returned by a customer',
  },
});
