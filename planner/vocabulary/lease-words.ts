import { wordGroup } from './word-group.ts';

/** Last words of the member that later requests send to name a lease: `receiptHandle`. */
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

/** Last words of members that name a lease or the worker that holds it. */
export const leaseHolders = wordGroup('lease holders', {
  words: 'holder worker',
  includes: [leaseTokens],
  matches: ['worker', 'lease_token'],
  refuses: ['workers', 'placeholder'],
});

/** Words of members that delay an item or make it wait for others. Such an item cannot be leased at once. */
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

/** Nouns for a queue of waiting items. */
export const queueNouns = wordGroup('queue nouns', {
  kind: 'noun',
  words: 'channel lane queue stream topic tube',
  matches: ['queueName', 'topic'],
  refuses: ['queued', 'planet'],
});

/** Words for what an item and a worker have in common: a group, a tag. They may also identify the worker. */
export const sharedMatches = wordGroup('shared matches', {
  kind: 'noun',
  words: 'group label tag',
  matches: ['group', 'worker_tag'],
  refuses: ['groupSize', 'stage'],
});

/** Words for what an item and a worker have in common besides the queue: a kind, a partition. */
export const workMatches = wordGroup('work matches', {
  kind: 'noun',
  words: 'kind list partition pool route subject type',
  includes: [sharedMatches],
  matches: ['jobType', 'pool'],
  refuses: ['typed', 'carpools'],
});

/** Verbs that take any waiting item, in the name of an action or of a GET: `claimJob`, `GET /jobs/dequeue`. */
export const takesOne = wordGroup('takes one', {
  kind: 'verb',
  words: 'acquire claim dequeue pop receive',
  matches: ['claimJob', 'dequeue'],
  refuses: ['release', 'population'],
  alsoIn: { 'stays with it': 'a claim of a named item concerns it alone; a claim of a queue takes any' },
});

/** Verbs that lease a waiting item, so that no other worker gets it. */
export const takes = wordGroup('takes', {
  kind: 'verb',
  words: 'lease next',
  includes: [takesOne],
  matches: ['leaseJob', 'claim-next'],
  refuses: ['release', 'population'],
});

/** Verbs that lease a waiting item. `fetch`, `poll` and `pull` do so only if a later request names the holder. */
export const leasing = wordGroup('leasing', {
  kind: 'verb',
  words: 'fetch poll pull',
  includes: [takes],
  matches: ['poll', 'acquire'],
  refuses: ['release', 'pollen'],
  alsoIn: { 'record keeping': 'fetch reads a record and takes a job' },
});

/** Actions by which a worker returns a leased item to its queue. */
export const givesBack = wordGroup('gives back', {
  kind: 'verb',
  words: 'unclaim release abandon',
  matches: ['release', 'unclaim'],
  refuses: ['complete', 'lease'],
  alsoIn: { 'stays with it': 'release and unclaim concern the item alone; abandon may end it' },
});

/** Actions that end a lease, the preferred first: return to the queue, then failure, then completion. */
export const endsLease = wordGroup('ends lease', {
  kind: 'verb',
  words: 'nack fail complete ack acknowledge finish',
  includes: [givesBack],
  matches: ['release', 'complete'],
  refuses: ['lease', 'heartbeat'],
  alsoIn: {
    'stays with it': 'the holder of a lease ends the work on the item alone',
    leaves: 'the holder of a job fails it, which takes the job out of its course',
  },
});

/** Actions on a leased item by the worker that holds it. */
export const holderActions = wordGroup('holder actions', {
  kind: 'verb',
  words: 'extend heartbeat keepalive progress renew touch',
  includes: [endsLease],
  matches: ['heartbeat', 'release'],
  refuses: ['claim', 'publish'],
  alsoIn: {
    'stays with it': 'a holder acts on the item alone; extend and renew may cost money elsewhere',
  },
});
