import { isReading } from '../plan/is-reading.ts';
import type { Step } from '../plan/plan.ts';
import { leavesOfRequest, type Situation } from './situation.ts';

/** True if the item has a read that does not need a missing capture. */
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

/** True for a read below an own item (`/projects/{id}/tasks`) while another read shows that item. */
export function isBelowShown(s: Situation): boolean {
  return s.ownItem && isReadBelow(s.step) && shownByOtherRead(s);
}

/** True for a read whose path continues after its last parameter: `/projects/{id}/tasks`. */
export function isReadBelow(step: Step): boolean {
  return isReading(step) && step.rpc === undefined && /\}\/[^{}]+$/.test(step.path);
}
