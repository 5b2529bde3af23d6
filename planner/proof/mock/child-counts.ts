import type { Json } from '#verifier/plan/plan.ts';

import type { Planning } from '../../journeys/model/planning.ts';
import { childCount } from '../../resources/responses/child-count.ts';
import type { Resource } from '../../resources/model/resource.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import type { MockCall } from './mock-call.ts';
import type { MockState } from './mock-state.ts';
import type { StoredItem } from './item-store.ts';

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
export function childCounts(state: MockState, { route: { role }, path }: MockCall, item: StoredItem): JsonObject {
  const { planning, stock } = state;
  const counted = role ? countedBy(planning, role.resource) : [];
  const counts = counted.map(({ child, name }): [string, Json] => {
    const isLost = state.hasFault('child-not-counted', child.create ? [child.create] : []);
    return [name, isLost || !role ? 0 : stock.below(child, role.resource, path, item).length];
  });
  return Object.fromEntries(counts);
}
