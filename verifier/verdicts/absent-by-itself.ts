import { isReading } from '../plan/is-reading.ts';
import type { Situation } from './situation.ts';

const REFUSALS = new Set([400, 402, 409, 412, 413, 422, 423, 424, 428]);

type Asked = Pick<Situation, 'step' | 'status' | 'gone' | 'facts' | 'choosesItem'>;

/**
 * True if the step's item is optional and the response fits its absence: 404, 410, a documented refusal, no content, or
 * a refused write or read by a made-up key. An optional item is one with `mayBeAbsent`.
 */
export function isAbsentByItself(asked: Asked): boolean {
  const { step, gone } = asked;
  return (
    step.mayBeAbsent === true && (gone || isRefusalAsDocumented(asked) || isNothing(asked) || isRefusedCall(asked))
  );
}

/**
 * True if a write, a read by a made-up key, or a read with `saysNoneAnyway` got a refusal about its values or the
 * state, such as 400, 409 or 422.
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
 * True for 204, 304, and an empty body where one is documented. Frameworks answer 204 if a handler returns nothing, and
 * 304 if nothing changed.
 */
function isNothing({ status, facts }: Asked): boolean {
  return status === 204 || status === 304 || facts.body === 'EMPTY';
}

/**
 * True if a request for an optional item got 404 or 410, and the spec documents that status or the step has
 * `saysNoneAnyway`. A server may then answer with the words of a missing route.
 */
export function isAbsentAsSaid({ step, status, gone }: Pick<Asked, 'step' | 'status' | 'gone'>): boolean {
  return step.mayBeAbsent === true && gone && (step.saysNoneAnyway === true || isDocumented({ step, status }));
}

/**
 * True if a write, a read by a made-up key or a read with `saysNoneAnyway` got 404 or 410 for an optional item. The
 * spec, that mark or a made-up body must explain it. No wording of the response tells it from a missing route.
 */
export function isCallForNothing(asked: Asked & Pick<Situation, 'inventedBody'>): boolean {
  if (!asked.gone || asked.step.mayBeAbsent !== true || !isMadeUp(asked)) return false;
  return isAbsentAsSaid(asked) || asked.inventedBody;
}

/**
 * True if an optional item is absent after the write that the step checks, or does not show what the step asserts. The
 * write may be the create of another item: a server may keep only one of them, or close the earlier ones.
 */
export function isDisplaced(asked: Asked & Pick<Situation, 'assertions'>): boolean {
  const { step, assertions } = asked;
  const isMoved = assertions.some(({ op, relation }) => {
    return op === 'differs' ? relation === 'EQUAL' : relation === 'DIFFERENT' || relation === 'ABSENT';
  });
  return step.effectOf !== undefined && (isAbsentByItself(asked) || (step.mayBeAbsent === true && isMoved));
}

/** True for a documented 501: the service need not implement the operation. */
export function isNotHere({ step, status }: Pick<Asked, 'step' | 'status'>): boolean {
  return status === 501 && isDocumented({ step, status });
}

function isDocumented({ step, status }: Pick<Asked, 'step' | 'status'>): boolean {
  return Object.hasOwn(step.expect.responses, String(status));
}

type AskedThere = Asked &
  Pick<Situation, 'hasPathParameters' | 'ownItem' | 'seenBefore' | 'isGivenSeen' | 'mayBeHidden'>;

/**
 * True if the response equals that of a random path, and a served route would not answer so. A served route may answer
 * so for a user that it hides, or for an optional item without a path parameter. So it may where no unknown id was seen
 * to get another response, or where an earlier step sent the same method to the path of the run's own item.
 */
export function looksUnserved(asked: AskedThere): boolean {
  const { facts, hasPathParameters, ownItem, seenBefore, isGivenSeen, mayBeHidden, gone } = asked;
  if (facts.sameAsNoRoute !== true || (gone && mayBeHidden)) return false;
  if (gone && isGivenSeen) return facts.answeredByRoute !== true;
  if (!hasPathParameters) return !isAbsentAsSaid(asked);
  return facts.sameAsNoItem === false && !(ownItem && seenBefore);
}

/** True if the DELETE of an item created in this journey is answered like a missing route, and an unknown id is not. */
export function isNotTakenAway({ gone, facts, ownItem }: Pick<Situation, 'gone' | 'facts' | 'ownItem'>): boolean {
  return gone && ownItem && facts.madeBefore === true && facts.sameAsNoRoute === true && facts.sameAsNoItem === false;
}
