import { leavesOfRequest, type Situation } from './situation.ts';

/** Another read of the item can be asked: one that does not need the very id which the answer left out. */
export function canReadElsewhere({ step, facts }: Situation): boolean {
  const unknown = new Set((facts.missingCaptures ?? []).map(({ name }) => name));
  return step.probes.some(({ request, ...probe }) => {
    const sought = probe.kind === 'list' ? probe.match.map(({ value }) => value) : [];
    return ![...leavesOfRequest(request), ...sought].some((leaf) => 'capture' in leaf && unknown.has(leaf.capture));
  });
}
