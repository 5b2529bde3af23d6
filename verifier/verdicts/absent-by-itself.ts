import { isReading } from '../plan/is-reading.ts';
import type { Situation } from './situation.ts';

const REFUSALS = new Set([400, 402, 409, 412, 413, 422, 423, 424, 428]);

type Asked = Pick<Situation, 'step' | 'status' | 'gone' | 'facts' | 'choosesItem'>;

/**
 * What the service makes by itself is not there, or not now, and the answer is one that the spec allows for, or that
 * holds nothing.
 */
export function isAbsentByItself(asked: Asked): boolean {
  const { step, gone } = asked;
  return (
    step.mayBeAbsent === true && (gone || isRefusalAsDocumented(asked) || isNothing(asked) || isRefusedCall(asked))
  );
}

/**
 * A call that is made for its contract alone may be refused for what is sent, or for the state that the thing is in; a
 * read, for a key that is made up.
 */
function isRefusedCall(asked: Asked): boolean {
  return isMadeUp(asked) && REFUSALS.has(asked.status);
}

function isMadeUp({ step, choosesItem }: Asked): boolean {
  return !isReading(step) || choosesItem || step.saysNoneAnyway === true;
}

function isRefusalAsDocumented({ step, status }: Asked): boolean {
  return isDocumented({ step, status }) && ((status >= 400 && status < 500) || status === 501);
}

/**
 * Frameworks answer 204, or nothing at all, where a handler returns none, whatever the document says; 304, where a
 * write changed nothing.
 */
function isNothing({ status, facts }: Asked): boolean {
  return status === 204 || status === 304 || facts.body === 'EMPTY';
}

/**
 * It is not there, as the spec or what it is called says that it may be: a server may say so in the very words in which
 * it says that it has no such route.
 */
export function isAbsentAsSaid({ step, status, gone }: Pick<Asked, 'step' | 'status' | 'gone'>): boolean {
  return step.mayBeAbsent === true && gone && (step.saysNoneAnyway === true || isDocumented({ step, status }));
}

/**
 * What a call names in its body, or is called for, or a read by a made-up key, is not there: no service says so in
 * words that tell it from a missing route.
 */
export function isCallForNothing(asked: Asked & Pick<Situation, 'inventedBody'>): boolean {
  if (!asked.gone || asked.step.mayBeAbsent !== true || !isMadeUp(asked)) return false;
  return isAbsentAsSaid(asked) || asked.inventedBody;
}

/**
 * What the run made was looked at after another one of its kind was made, and is not there, or not as it was sent, or
 * is that other one: a server may keep one alone, and let each new one close, move or replace those before it.
 */
export function isDisplaced(asked: Asked & Pick<Situation, 'assertions'>): boolean {
  const { step, assertions } = asked;
  const isMoved = assertions.some(({ op, relation }) => {
    return op === 'differs' ? relation === 'EQUAL' : relation === 'DIFFERENT' || relation === 'ABSENT';
  });
  return step.effectOf !== undefined && (isAbsentByItself(asked) || (step.mayBeAbsent === true && isMoved));
}

/** The document knows that a service need not implement it. */
export function isNotHere({ step, status }: Pick<Asked, 'step' | 'status'>): boolean {
  return status === 501 && isDocumented({ step, status });
}

function isDocumented({ step, status }: Pick<Asked, 'step' | 'status'>): boolean {
  return Object.hasOwn(step.expect.responses, String(status));
}

type AskedThere = Asked &
  Pick<Situation, 'hasPathParameters' | 'ownItem' | 'seenBefore' | 'isGivenSeen' | 'mayBeHidden'>;

/**
 * The answer is that of a random path: to an item, one that a fresh id does not get, where the same read did not show
 * the item before, and where what was given from outside is not known to be there.
 */
export function looksUnserved(asked: AskedThere): boolean {
  const { facts, hasPathParameters, ownItem, seenBefore, isGivenSeen, mayBeHidden, gone } = asked;
  if (facts.sameAsNoRoute !== true || (gone && mayBeHidden)) return false;
  if (gone && isGivenSeen) return facts.answeredByRoute !== true;
  if (!hasPathParameters) return !isAbsentAsSaid(asked);
  return facts.sameAsNoItem === false && !(ownItem && seenBefore);
}

/**
 * What the journey made, or put just there, is not taken away in the words of a path that is not served, and the API
 * has others for what is not there.
 */
export function isNotTakenAway({ gone, facts, ownItem }: Pick<Situation, 'gone' | 'facts' | 'ownItem'>): boolean {
  return gone && ownItem && facts.madeBefore === true && facts.sameAsNoRoute === true && facts.sameAsNoItem === false;
}
