import { isReading } from '../plan/is-reading.ts';
import type { Step } from '../plan/plan.ts';
import { leavesOfRequest, type Situation } from './situation.ts';

/** Another read of the item can be asked: one that does not need the very id which the answer left out. */
export function canReadElsewhere({ step, facts }: Situation): boolean {
  const unknown = new Set((facts.missingCaptures ?? []).map(({ name }) => name));
  return step.probes.some(({ request, ...probe }) => {
    const sought = probe.kind === 'list' ? probe.match.map(({ value }) => value) : [];
    return ![...leavesOfRequest(request), ...sought].some((leaf) => 'capture' in leaf && unknown.has(leaf.capture));
  });
}

export function shownByOtherRead({ facts }: Situation): boolean {
  return (facts.otherReads ?? []).some(({ shown }) => shown === true);
}

export function hasOtherRead({ facts }: Situation): boolean {
  return (facts.otherReads ?? []).some(({ shown }) => shown !== null);
}

/** What is read below an item (`/projects/{id}/tasks`) that is there. */
export function isBelowShown(s: Situation): boolean {
  return s.ownItem && isReadBelow(s.step) && shownByOtherRead(s);
}

/** The path goes on after its last parameter. */
export function isReadBelow(step: Step): boolean {
  return isReading(step) && step.rpc === undefined && /\}\/[^{}]+$/.test(step.path);
}
