import { earlierSteps } from '../../plan/earlier-steps.ts';
import { isReading } from '../../plan/is-reading.ts';
import { namesItem } from '../../plan/names-item.ts';
import type { Step } from '../../plan/plan.ts';
import { shapeOf } from '../../plan/shape-of.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import { lastPathValue, leavesOf } from '../../verdicts/situation.ts';
import type { Attempt } from '../context/attempt.ts';

/**
 * True if a DELETE must find its item: the last successful write about it created or updated it, as the same persona.
 * That is a POST that returned its id, or a PUT or PATCH at its path, and it did not get 202.
 */
export function isCreatedInAttempt(attempt: Attempt, step: Step): boolean {
  const { plan, sent, succeeded, accepted } = attempt;
  const { method, path, persona } = step;
  if (method !== 'DELETE' || !namesItem(path)) return false;
  const above = shapeOf(path.slice(0, path.lastIndexOf('/{')));
  const named = lastPathValue(step).flatMap((leaf) => ('capture' in leaf ? [leaf.capture] : []));
  const isHere = (one: Step) =>
    one.path === path && sameJson(sent.get(one.id)?.path ?? null, sent.get(step.id)?.path ?? {});
  const tellsIt = (one: Step) =>
    one.method === 'POST' &&
    shapeOf(one.path).replace(/\/$/, '') === above &&
    named.some((name) => Object.hasOwn(one.captures, name));
  const isRound = (one: Step) =>
    one.path.startsWith(`${path}/`) || (one.method === 'DELETE' && path.startsWith(`${one.path}/`));
  const last = earlierSteps(plan, step).findLast(
    (one) => succeeded.has(one.id) && !isReading(one) && (isHere(one) || tellsIt(one) || isRound(one)),
  );
  if (last === undefined || last.persona !== persona || accepted.has(last.id)) return false;
  return tellsIt(last) ? !mayBeJoined(attempt, last, named) : isHere(last) && /^(PUT|PATCH)$/.test(last.method);
}

/**
 * True if a POST below a parent names other items in its body and returns an id that is none of theirs. It is then
 * unclear which item the id names.
 */
function mayBeJoined({ captures }: Attempt, { path, body }: Step, named: string[]): boolean {
  const others = body === undefined ? [] : leavesOf(body.value).filter((leaf) => 'capture' in leaf);
  const isNamed = others.some(({ capture }) =>
    named.some((name) => sameJson(captures.get(capture) ?? null, captures.get(name) ?? {})),
  );
  return path.includes('{') && others.length > 0 && !isNamed;
}
