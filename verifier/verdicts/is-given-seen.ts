import { isReading } from '../plan/is-reading.ts';
import { namesItem } from '../plan/names-item.ts';
import type { Step, Template } from '../plan/plan.ts';

/**
 * Whether all that the path of a list names was given from outside, and is there, as an earlier step of the same
 * identity was answered below it (else the journey had ended): it must show what that step made, so that it is not
 * empty. Of a create nothing is known: who may read may not be let write.
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
 * Whether something that the path names was given from outside, and no earlier step was answered below it: it may not
 * be there, or be no id at all.
 */
export function namesOutside({ params, rpc }: Step, earlier: Step[]): boolean {
  const given = Object.entries(params.path).filter(([, value]) => 'input' in value);
  const isSeen = ([name, value]: [string, Template]) =>
    earlier.some((one) => isAnswered(one) && JSON.stringify(one.params.path[name]) === JSON.stringify(value));
  return rpc === undefined && given.length > 0 && !given.every(isSeen);
}

/** What may be absent goes on without an answer. */
function isAnswered({ expect, mayBeAbsent }: Step): boolean {
  return expect.outcome === 'success' && mayBeAbsent !== true;
}

/** Below the same things, by the same values. */
function isBelowSame(one: Step, { path, params }: Step): boolean {
  const above = path.slice(0, path.lastIndexOf('}') + 1);
  const isSame = ([name, value]: [string, Template]) => JSON.stringify(one.params.path[name]) === JSON.stringify(value);
  return one.path.startsWith(`${above}/`) && Object.entries(params.path).every(isSame);
}

function isLiteral(value: Template, ...kinds: string[]): boolean {
  return 'literal' in value && kinds.includes(typeof value.literal);
}
