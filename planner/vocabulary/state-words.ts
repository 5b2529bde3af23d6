import { wordGroup } from './word-group.ts';

/** States of an item that a worker has leased: `in_flight`. */
export const leasedStates = wordGroup('leased states', {
  kind: 'state',
  words: 'acquired assigned claimed dequeued inflight leased locked received reserved taken',
  matches: ['claimed', 'in_flight'],
  refuses: ['released', 'open'],
});

/** States of an item that a worker works on: `in_progress`. */
export const atWork = wordGroup('at work', {
  kind: 'state',
  words: 'active busy inprogress processing running started working',
  matches: ['in_progress', 'running'],
  refuses: ['inactive', 'queued'],
  alsoIn: {
    'flag states': 'an item that was activated is active, and so is one that is worked on',
    'work by itself': 'a machine is at work in these states; queued and provisioning are before it',
    'pending work': 'what has started is at work and not yet done',
  },
});

/** States of work that a machine does without a further request: `QUEUED`. */
export const workByItself = wordGroup('work by itself', {
  kind: 'state',
  words: 'enqueued inprogress inqueue processing provisioning queued running working',
  matches: ['QUEUED', 'in-progress'],
  refuses: ['new', 'done'],
});

/** States of work that has not ended: `not_started`. */
export const pendingWork = wordGroup('pending work', {
  kind: 'state',
  words: `accepted created initializing initialised initialized new notstarted pending preparing scheduled started
    starting submitted waiting`,
  includes: [workByItself],
  matches: ['pending', 'not_started'],
  refuses: ['renewed', 'done'],
});

/** States of work that has succeeded: `SUCCEEDED`, `done`. */
export const doneWork = wordGroup('done work', {
  kind: 'state',
  words: 'complete completed done finished ok processed ready succeeded success successful',
  matches: ['SUCCEEDED', 'done'],
  refuses: ['undone', 'processing'],
  alsoIn: { 'flag states': 'complete, done and finished are flags of an item and states of work' },
});

/** States of work that ended without success: `timed_out`, `cancelled`. */
export const failedWork = wordGroup('failed work', {
  kind: 'state',
  words: `aborted canceled cancelled dead error errored expired failed failure killed rejected skipped stopped
    terminated timedout timeout`,
  matches: ['FAILED', 'timed_out'],
  refuses: ['terror', 'running'],
});

/** Words of members that hold the result of work: `jobResult`, `outputUrl`. */
export const results = wordGroup('results', {
  words: 'result results output outputs',
  matches: ['jobResult', 'outputs'],
  refuses: ['resulting', 'input'],
  alsoIn: { 'looked up': "as a text of a create, result is one of the server's own" },
});

/** Words besides "result" in members that describe the result and do not hold it: `resultStatus`. */
export const aboutResults = wordGroup('about results', {
  words: 'count error errors expires expiry failure message status total type',
  matches: ['resultStatus', 'result_type'],
  refuses: ['result', 'terror'],
  alsoIn: {
    classifiers: 'the type of a result is no result',
    statuses: 'the status of a result is no result',
    notes: 'the message of a result is no result',
    counts: 'the number of results is no result',
    expiries: 'the end of a result is no result',
    times: 'the end of a result is no result',
    'upper ends': 'the end of a result is no result',
  },
});

/** Enum values that mean a folder, in any letter case: `directory`, `FOLDER`. */
export const folders = wordGroup('folders', {
  kind: 'state',
  words: 'dir directory folder',
  matches: ['directory', 'FOLDER'],
  refuses: ['file', 'directories'],
});

/** Last words of nouns for the lines of an order or invoice: `lineItem`. */
export const lineNouns = wordGroup('line nouns', {
  kind: 'noun',
  words: 'entry item line position',
  matches: ['lineItem', 'position'],
  refuses: ['order', 'online'],
});
