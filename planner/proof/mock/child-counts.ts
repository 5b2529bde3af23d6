import type { Json } from '#verifier/plan/plan.ts';

import type { Planning } from '../../journeys/model/planning.ts';
import { childCount } from '../../resources/responses/child-count.ts';
import type { Resource } from '../../resources/model/resource.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import type { MockCall } from './mock-call.ts';
import type { Mutant } from '../faults/mutant.ts';
import type { ItemStore, StoredItem } from './item-store.ts';

const known = new WeakMap<Resource, { child: Resource; name: string }[]>();

function countedBy({ graph, model }: Planning, parent: Resource): { child: Resource; name: string }[] {
  const found =
    known.get(parent) ??
    graph.resources.flatMap((child) => {
      const count = childCount(model.schemas, parent, child);
      return count ? [{ child, name: count.name }] : [];
    });
  known.set(parent, found);
  return found;
}

/** Returns the numbers of children that an item's read shows, by member. The mutant `child-not-counted` shows 0. */
export function childCounts(
  planning: Planning,
  stock: ItemStore,
  { route: { role }, path }: MockCall,
  item: StoredItem,
  mutant: Mutant | undefined,
): JsonObject {
  const counted = role ? countedBy(planning, role.resource) : [];
  const counts = counted.map(({ child, name }): [string, Json] => {
    const isLost = mutant?.operator === 'child-not-counted' && mutant.operation === child.create?.operation;
    return [name, isLost || !role ? 0 : stock.below(child, role.resource, path, item).length];
  });
  return Object.fromEntries(counts);
}
