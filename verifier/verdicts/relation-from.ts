import { isShown } from '../result/mask.ts';
import { relationOf } from './compare-values.ts';
import type { AssertionFacts } from './facts.ts';

const relations = new WeakMap<AssertionFacts, AssertionFacts['relation']>();

/**
 * The relation of an assertion. `equals` and `defaulted` are compared again if the facts show both values unmasked,
 * because an uploader's claim is not trusted.
 */
export function relationFrom(assertion: AssertionFacts): AssertionFacts['relation'] {
  const relation = relations.get(assertion) ?? findRelation(assertion);
  relations.set(assertion, relation);
  return relation;
}

function findRelation(assertion: AssertionFacts): AssertionFacts['relation'] {
  const { op, expected, actual, compare, relation } = assertion;
  const isRecomputable = (op === 'equals' || op === 'defaulted') && isShown(expected) && isShown(actual);
  return isRecomputable ? relationOf(expected, actual, compare ?? 'exact') : relation;
}
