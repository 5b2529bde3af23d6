import { earlierSteps } from '../plan/earlier-steps.ts';
import { isReading } from '../plan/is-reading.ts';
import { namesItem } from '../plan/names-item.ts';
import type { Step } from '../plan/plan.ts';
import { sameJson } from '../verdicts/compare-values.ts';
import { lastPathValue } from '../verdicts/situation.ts';
import type { Attempt } from './attempt.ts';

/**
 * Whether a DELETE names what this attempt made, or put at that very path, and has not taken away since: a POST to the collection above answered its id,
 * or a write to the same path had a success. What was only accepted need not be there yet.
 */
export function isMadeBefore({ plan, sent, succeeded, accepted }: Attempt, step: Step): boolean {
  const { method, path } = step;
  if (method !== 'DELETE' || !namesItem(path)) return false;
  const above = shapeOf(path.slice(0, path.lastIndexOf('/{')));
  const named = lastPathValue(step).flatMap((leaf) => ('capture' in leaf ? [leaf.capture] : []));
  const isHere = (one: Step) =>
    one.path === path && sameJson(sent.get(one.id)?.path ?? null, sent.get(step.id)?.path ?? {});
  const tellsIt = (one: Step) =>
    one.method === 'POST' && shapeOf(one.path) === above && named.some((name) => Object.hasOwn(one.captures, name));
  const last = earlierSteps(plan, step).findLast(
    (one) => succeeded.has(one.id) && !isReading(one) && (isHere(one) || tellsIt(one)),
  );
  return last !== undefined && last.method !== 'DELETE' && !accepted.has(last.id);
}

function shapeOf(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
}
