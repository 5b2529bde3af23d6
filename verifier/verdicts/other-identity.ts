import type { Situation } from './situation.ts';

/** True if the step checks an item after the refused DELETE of another persona, and an earlier read showed the item. */
export function deletedByAnother({ ownersCheckAfter, seenBefore }: Situation): boolean {
  return ownersCheckAfter === 'DELETE' && seenBefore;
}

/**
 * True if a value differs after another persona's refused write, and was right before or equals the value of that
 * write.
 */
export function changedByAnother({ ownersCheckAfter, seenBefore, assertions }: Situation): boolean {
  return (
    ownersCheckAfter !== undefined &&
    assertions.some((one) => one.op === 'equals' && one.relation === 'DIFFERENT' && (seenBefore || one.refusedChange))
  );
}

/** True if another persona's list succeeded in a form in which the item could not be looked for. */
export function isUnreadList({ step, outcome, succeeded, assertions }: Situation): boolean {
  const isList = outcome === 'cross-persona' && step.assert.some(({ op }) => op === 'listLacks');
  return isList && succeeded && assertions.length === 0;
}

/**
 * True if a step that expects a refusal succeeded with a body that reports one, or if a sign-in returned no
 * credentials.
 */
export function isRefusedInWords({ step, negative, succeeded, facts }: Situation): boolean {
  const isSignIn = step.signsIn === true && facts.madeUp === undefined;
  return succeeded && (isSignIn || (negative && (facts.missingCaptures ?? []).length > 0));
}

/**
 * True if another persona's DELETE succeeded, the owner can still read the item, and the spec documents no 403, 404 or
 * 410. Such a server looks only among the caller's own items.
 */
export function isDoneForShow({ step, outcome, succeeded, facts }: Situation): boolean {
  const isLeftAlone = (facts.otherReads ?? []).some(({ kind, shown }) => kind === 'item' && shown === true);
  const saysRefusal = ['403', '404', '410'].some((status) => Object.hasOwn(step.expect.responses, status));
  return outcome === 'cross-persona' && step.method === 'DELETE' && succeeded && isLeftAlone && !saysRefusal;
}
