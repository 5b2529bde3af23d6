import type { Situation } from './situation.ts';

/** What was there before the refused delete and is not any more. */
export function deletedByAnother({ ownersCheckAfter, seenBefore }: Situation): boolean {
  return ownersCheckAfter === 'DELETE' && seenBefore;
}

/** A value that was right before the refused write, or that is the one which the refused write sent. */
export function changedByAnother({ ownersCheckAfter, seenBefore, assertions }: Situation): boolean {
  return (
    ownersCheckAfter !== undefined &&
    assertions.some((one) => one.op === 'equals' && one.relation === 'DIFFERENT' && (seenBefore || one.refusedChange))
  );
}

/** Another identity's list was answered in a form in which nobody can see whether it shows the item. */
export function isUnreadList({ step, outcome, succeeded, assertions }: Situation): boolean {
  const isList = outcome === 'cross-persona' && step.assert.some(({ op }) => op === 'listLacks');
  return isList && succeeded && assertions.length === 0;
}

/**
 * What was to be refused was answered as done, and said that it was not; or was a sign-in that gave nothing to go on
 * with.
 */
export function isRefusedInWords({ step, negative, succeeded, facts }: Situation): boolean {
  const isSignIn = step.signsIn === true && facts.madeUp === undefined;
  return succeeded && (isSignIn || (negative && (facts.missingCaptures ?? []).length > 0));
}

/**
 * Another identity's delete was answered as if it had been done, and the owner can still read the item: a server that
 * looks among the caller's own items finds nothing to delete. Where the spec says how others are refused, that is
 * another matter.
 */
export function isDoneForShow({ step, outcome, succeeded, facts }: Situation): boolean {
  const isLeftAlone = (facts.otherReads ?? []).some(({ kind, shown }) => kind === 'item' && shown === true);
  const saysRefusal = ['403', '404', '410'].some((status) => Object.hasOwn(step.expect.responses, status));
  return outcome === 'cross-persona' && step.method === 'DELETE' && succeeded && isLeftAlone && !saysRefusal;
}
