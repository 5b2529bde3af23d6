import type { Template } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Journey } from '../../model/journey.ts';

/**
 * Returns the value of a member with the schema of another resource: an object with the id of a created item and the
 * members that it was sent. Undefined for other members, and if a required member is unknown. Throws CannotPlan if
 * that item cannot be created.
 */
export function embeddedObject(journey: Journey, operation: Operation, flat: FlatSchema): Template | undefined {
  const { graph, model } = journey.planning;
  const producer = graph.producerOfShape(flat);
  if (!producer?.read || producer.create?.operation === operation || journey.isMaking(producer)) return undefined;
  const item = journey.item(producer);
  const { id } = producer.read.place;
  const object: Record<string, Template> = {};
  for (const name of Object.keys(flat.properties).sort()) {
    if (model.schemas.flatten(flat.properties[name] ?? true).rest['readOnly'] === true) continue;
    const held = item.held.get(pointerToken(name));
    if (name === id?.name && item.id) object[name] = item.id.template;
    else if (held) object[name] = { sent: held.step, pointer: `/body${held.within}${held.pointer}` };
    else if (flat.required.includes(name)) return undefined;
  }
  return Object.keys(object).length === 0 ? undefined : { object };
}
