import { isReading } from '../plan/is-reading.ts';
import { namesItem } from '../plan/names-item.ts';
import type { Step, Template } from '../plan/plan.ts';

/**
 * True if the step reads a list whose parents were all given from outside and are known to exist: as the same persona,
 * a write below them must have succeeded. The step must assert what the list contains. Beside the path it may send only
 * fixed numbers and booleans.
 */
export function isGivenSeen(step: Step, earlier: Step[]): boolean {
  const { method, path, params, rpc, mayBeAbsent } = step;
  const given = Object.values(params.path);
  const isGiven = given.length > 0 && given.every((value) => 'input' in value);
  if (!isGiven || rpc !== undefined || mayBeAbsent === true || namesItem(path)) return false;
  const beside = [params.query, params.header].flatMap((values) => Object.values(values));
  if (!beside.every((value) => isLiteral(value, 'number', 'boolean'))) return false;
  const seen = earlier.filter((one) => isAnswered(one) && one.persona === step.persona && isBelowSame(one, step));
  const mustShow = step.assert.some(({ op }) => op === 'listContains' || op === 'listPages');
  return method === 'GET' && mustShow && seen.some((one) => !isReading(one) && one.method !== 'DELETE');
}

/**
 * True if a path value was given from outside and no earlier step must have succeeded with it. The item may not exist.
 */
export function namesOutside({ params, rpc }: Step, earlier: Step[]): boolean {
  const given = Object.entries(params.path).filter(([, value]) => 'input' in value);
  const isSeen = ([name, value]: [string, Template]) =>
    earlier.some((one) => isAnswered(one) && JSON.stringify(one.params.path[name]) === JSON.stringify(value));
  return rpc === undefined && given.length > 0 && !given.every(isSeen);
}

/** True if the journey goes on only after a success of this step. */
function isAnswered({ expect, mayBeAbsent }: Step): boolean {
  return expect.outcome === 'success' && mayBeAbsent !== true;
}

/** True if `one` lies below the same path values as the other step. */
function isBelowSame(one: Step, { path, params }: Step): boolean {
  const above = path.slice(0, path.lastIndexOf('}') + 1);
  const isSame = ([name, value]: [string, Template]) => JSON.stringify(one.params.path[name]) === JSON.stringify(value);
  return one.path.startsWith(`${above}/`) && Object.entries(params.path).every(isSame);
}

function isLiteral(value: Template, ...kinds: string[]): boolean {
  return 'literal' in value && kinds.includes(typeof value.literal);
}
