import type { Template } from '#verifier/plan/plan.ts';

import type { Resource } from '../../../resources/model/resource.ts';
import { idIn, itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import { singular } from '../../../vocabulary/singular.ts';
import type { Journey } from '../../model/journey.ts';
import type { ResourceGraph } from '../../../resources/model/resource-graph.ts';
import { plainName } from '../../../vocabulary/words-of.ts';

/**
 * The first part in a list of a create's response, such as the first line item of an order. `owner` is the order's
 * resource, `pointer` the place of the part's id in the response.
 */
type Parts = { owner: Resource; pointer: string };

const known = new WeakMap<ResourceGraph, Map<string, Parts>>();

/** Returns the parts by the name of a member that refers to one, in lower case: "lineitemid". */
function partsOf(graph: ResourceGraph, schemas: SchemaStore): Map<string, Parts> {
  const found = known.get(graph) ?? new Map(graph.resources.flatMap((owner) => partsOfOne(schemas, owner)));
  known.set(graph, found);
  return found;
}

function partsOfOne(schemas: SchemaStore, owner: Resource): [string, Parts][] {
  const body = owner.create && successBody(owner.create.operation);
  if (body === undefined) return [];
  const { prefix, flat } = itemIn(schemas, body, owner);
  return Object.entries(flat.properties).flatMap(([name, schema]): [string, Parts][] => {
    const { types, items } = schemas.flatten(schema);
    const noun = singular(name);
    const entry = types[0] === 'array' ? schemas.flatten(items ?? true) : undefined;
    const id = entry && idIn(schemas, entry, { noun, param: 'id', paramSchema: true });
    if (!id || entry.types[0] !== 'object') return [];
    const pointer = `${prefix}${pointerToken(name)}/0${id.pointer}`;
    return [[plainName(`${noun}Id`), { owner, pointer }]];
  });
}

/** True if the member is named after the parts of some resource's items: `lineItemId`. */
export function namesEmbeddedPart(graph: ResourceGraph, schemas: SchemaStore, field: string): boolean {
  return partsOf(graph, schemas).has(plainName(field));
}

/**
 * Returns the id of a created item's first part, for a member such as `lineItemId`. Undefined for other members, and if
 * that item cannot be created.
 */
export function embeddedPartId(journey: Journey, field: string): Template | undefined {
  const { graph, model } = journey.planning;
  const parts = partsOf(graph, model.schemas).get(plainName(field));
  if (!parts || journey.isMaking(parts.owner)) return undefined;
  const item = journey.attempt(() => journey.item(parts.owner));
  const step = journey.steps.find(({ id }) => id === item?.createdBy);
  if (!step) return undefined;
  const same = Object.entries(step.captures).find(([, one]) => one.from === 'body' && one.pointer === parts.pointer);
  const capture = same?.[0] ?? journey.freeCapture(field);
  step.captures[capture] = { from: 'body', pointer: parts.pointer };
  return { capture };
}
