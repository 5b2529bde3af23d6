import type { Template } from '#verifier/plan/plan.ts';

import type { Resource } from '../../../resources/model/resource.ts';
import { idIn, itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import { singular } from '../../../vocabulary/singular.ts';
import type { Journey } from '../../model/journey.ts';
import type { ResourceGraph } from '../../../resources/model/resource-graph.ts';
import { plainName } from '../../../vocabulary/words-of.ts';

/** A list of parts that the answer to a create shows, each with an id of its own: the line items of an order. */
type Parts = { owner: Resource; pointer: string };

const known = new WeakMap<ResourceGraph, Map<string, Parts>>();

/**
 * Parts by the name of the member that refers to one, as plain text: lineitemid. Parts with a create of their own are
 * excluded.
 */
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

/** True if a member is named after such parts. */
export function namesEmbeddedPart(graph: ResourceGraph, schemas: SchemaStore, field: string): boolean {
  return partsOf(graph, schemas).has(plainName(field));
}

/** The id of the first part of a created item, for such a member. */
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
