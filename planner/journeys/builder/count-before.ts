import type { Assertion } from '#verifier/plan/plan.ts';

import { childCount } from '../../resources/responses/child-count.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { readSameItem } from './act-on-item.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';

/**
 * Reads the parent and captures its count of children, such as `commentCount`. Returns a function that reads the parent
 * again after a child is created and asserts that the count differs. Adds no step if the parent has no count.
 */
export function countBefore(journey: Journey, owner: Item, resource: Resource): (child: Item) => void {
  const count = childCount(journey.planning.model.schemas, owner.resource, resource);
  if (!count) return () => undefined;
  readSameItem(journey, owner, owner.createdBy);
  const step = journey.steps.at(-1);
  const capture = journey.freeCapture(`${owner.resource.noun}_${count.name}`);
  if (step) step.captures = { ...step.captures, [capture]: { from: 'body', pointer: count.pointer, otherwise: null } };
  const more: Assertion = { op: 'differs', pointer: count.pointer, value: { capture }, settled: [null] };
  return (child) => void readSameItem(journey, owner, child.createdBy, [more]);
}
