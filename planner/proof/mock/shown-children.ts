import type { Json } from '#verifier/plan/plan.ts';

import type { Planning } from '../../journeys/model/planning.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { shownInParent, type ShownInParent } from '../../resources/responses/shown-in-parent.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import type { MockCall } from './mock-call.ts';
import type { MockState } from './mock-state.ts';
import type { StoredItem } from './item-store.ts';
import type { ResourceGraph } from '../../resources/model/resource-graph.ts';

const known = new WeakMap<ResourceGraph, Map<Resource, ShownInParent[]>>();

function shownBy({ graph, model }: Planning, parent: Resource): ShownInParent[] {
  const found =
    known.get(graph) ??
    Map.groupBy(
      graph.resources.flatMap((child) => shownInParent(graph, model.schemas, child) ?? []),
      (one) => one.parent,
    );
  known.set(graph, found);
  return found.get(parent) ?? [];
}

/**
 * Returns the lists inside an item that show its children, by member. With the mutant `parent-ignored`, they show
 * the children of all parents.
 */
export function shownChildren(state: MockState, { route, path }: MockCall, item: StoredItem): JsonObject {
  const { planning, stock } = state;
  const { role } = route;
  const isAnyones = state.hasFault('parent-ignored', [route]);
  const lists = role ? shownBy(planning, role.resource) : [];
  return Object.fromEntries(
    lists.map(({ child, parent, member }): [string, Json] => {
      const held = item.fields[member];
      const id = child.list?.place.item.id?.name ?? '';
      const below = isAnyones ? stock.everywhere(child) : stock.below(child, parent, path, item);
      const made = below.map((one) => ({ ...one.fields, [id]: one.id }));
      return [member, [...(Array.isArray(held) ? held : []), ...made]];
    }),
  );
}
