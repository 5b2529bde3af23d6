import { wordGroup } from './word-group.ts';

/** Members that name a lease to the requests of its holder. */
export const leaseTokens = wordGroup('lease tokens', {
  words: 'handle lease receipt ticket token',
  matches: ['receiptHandle', 'lease'],
  refuses: ['release', 'tokenType'],
  alsoIn: {
    identities: 'the handle of an account identifies it; that of a message is its lease',
    'owner keys': 'the handle of an owner is a name; that of a message is its lease',
    secrets: 'the token of a lease is no secret of a person',
  },
});

/** Members that name a lease or the worker that holds it. */
export const leaseHolders = wordGroup('lease holders', {
  words: 'holder worker',
  includes: [leaseTokens],
  matches: ['worker', 'lease_token'],
  refuses: ['workers', 'placeholder'],
});

/** Members by which an item waits for a while, or for others, before anybody can take it. */
export const postpones = wordGroup('postpones', {
  kind: 'parameter',
  words: 'after available before delay depends dependencies dependency eta schedule scheduled visible',
  matches: ['delaySeconds', 'visible_at'],
  refuses: ['beta', 'priority'],
  alsoIn: {
    'first bounds': '"after" postpones an item and bounds a filter',
    'last bounds': '"before" postpones an item and bounds a filter',
    'not filters': 'after and before postpone an item; in a query they are bounds',
  },
});

/** Nouns for a queue: an item waits in exactly one. */
export const queueNouns = wordGroup('queue nouns', {
  kind: 'noun',
  words: 'channel lane queue stream topic tube',
  matches: ['queueName', 'topic'],
  refuses: ['queued', 'planet'],
});

/** Words by which an item and a worker match, and which may also identify the worker. */
export const sharedMatches = wordGroup('shared matches', {
  kind: 'noun',
  words: 'group label tag',
  matches: ['group', 'worker_tag'],
  refuses: ['groupSize', 'stage'],
});

/** Words by which an item and a worker match, beside the queue. */
export const workMatches = wordGroup('work matches', {
  kind: 'noun',
  words: 'kind list partition pool route subject type',
  includes: [sharedMatches],
  matches: ['jobType', 'pool'],
  refuses: ['typed', 'carpools'],
});

/** Verbs that take a waiting item from others. */
export const takes = wordGroup('takes', {
  kind: 'verb',
  words: 'acquire claim dequeue lease next pop receive',
  matches: ['claimJob', 'claim-next'],
  refuses: ['release', 'population'],
  alsoIn: { 'stays with it': 'a claim of a named item concerns it alone; a claim of a queue takes any' },
});

/** Verbs that take a waiting item where a later request names the holder. */
export const leasing = wordGroup('leasing', {
  kind: 'verb',
  words: 'fetch poll pull',
  includes: [takes],
  matches: ['poll', 'acquire'],
  refuses: ['release', 'pollen'],
  alsoIn: { 'record keeping': 'fetch reads a record and takes a job' },
});

/** Actions of a holder that return the item to its queue. */
export const givesBack = wordGroup('gives back', {
  kind: 'verb',
  words: 'abandon release unclaim',
  matches: ['release', 'unclaim'],
  refuses: ['complete', 'lease'],
  alsoIn: { 'stays with it': 'release and unclaim concern the item alone; abandon may end it' },
});

/** Actions of the holder of a leased item. */
export const holderActions = wordGroup('holder actions', {
  kind: 'verb',
  words: 'ack acknowledge complete extend fail finish heartbeat keepalive nack progress renew touch',
  includes: [givesBack],
  matches: ['heartbeat', 'release'],
  refuses: ['claim', 'publish'],
  alsoIn: {
    'stays with it': 'a holder acts on the item alone; extend and renew may cost money elsewhere',
    leaves: 'the holder of a job fails it, which takes the job out of its course',
  },
});
