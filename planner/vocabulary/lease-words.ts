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

/** Last words of members that name a lease or the worker that holds it: `lease_token`, `worker`. */
export const leaseHolders = wordGroup('lease holders', {
  words: 'holder worker',
  includes: [leaseTokens],
  matches: ['worker', 'lease_token'],
  refuses: ['workers', 'placeholder'],
});

/**
 * Words of members that may delay an item or make it wait for others, so that it cannot be leased at once:
 * `delaySeconds`.
 */
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

/** Last words of members that name a queue of waiting items: `topic`. */
export const queueNouns = wordGroup('queue nouns', {
  kind: 'noun',
  words: 'channel lane queue stream topic tube',
  matches: ['queueName', 'topic'],
  refuses: ['queued', 'planet'],
});

/**
 * Last words of members for what an item and a worker have in common: `worker_tag`. They may describe the worker, not a
 * queue.
 */
export const sharedMatches = wordGroup('shared matches', {
  kind: 'noun',
  words: 'group label tag',
  matches: ['group', 'worker_tag'],
  refuses: ['groupSize', 'stage'],
});

/** Last words of members for what an item and a worker have in common besides the queue: `jobType`, `pool`. */
export const workMatches = wordGroup('work matches', {
  kind: 'noun',
  words: 'kind list partition pool route subject type',
  includes: [sharedMatches],
  matches: ['jobType', 'pool'],
  refuses: ['typed', 'carpools'],
});

/** First words of an action or GET that takes any waiting item: `claimJob`, `GET /jobs/dequeue`. */
export const takesOne = wordGroup('takes one', {
  kind: 'verb',
  words: 'acquire claim dequeue pop receive',
  matches: ['claimJob', 'dequeue'],
  refuses: ['release', 'population'],
  alsoIn: { 'stays with it': 'a claim of a named item concerns it alone; a claim of a queue takes any' },
});

/** First words of an action that leases a waiting item, so that no other worker gets it: `claim-next`. */
export const takes = wordGroup('takes', {
  kind: 'verb',
  words: 'lease next',
  includes: [takesOne],
  matches: ['leaseJob', 'claim-next'],
  refuses: ['release', 'population'],
});

/**
 * First words of an action that may lease a waiting item: `acquire`. `fetch`, `poll` and `pull` count only if the spec
 * has an action of a lease's holder, such as `POST /jobs/{id}/heartbeat`.
 */
export const leasing = wordGroup('leasing', {
  kind: 'verb',
  words: 'fetch poll pull',
  includes: [takes],
  matches: ['poll', 'acquire'],
  refuses: ['release', 'pollen'],
  alsoIn: { 'record keeping': 'fetch reads a record and takes a job' },
});

/** First words of actions by which a worker returns a leased item to its queue: `release`. */
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

/** First words of actions on a leased item by the worker that holds it: `POST /jobs/{id}/heartbeat`. */
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
