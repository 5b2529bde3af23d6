import type { Resource } from '../resources/resource-graph.ts';
import { CannotPlan } from '../rules/dropped-plan.ts';
import type { Operation } from '../spec/spec-model.ts';
import { assertedFields } from '../values/asserted-fields.ts';
import type { Item } from './item.ts';
import type { Journey } from './journey.ts';
import type { Planning } from './planning.ts';
import { canShow, showItem } from './show-item.ts';
import type { Sketch } from './sketch.ts';
import { changedBody, updateItem } from './update-item.ts';

function build(journey: Journey, resource: Resource, operation: Operation): void {
  const item = journey.item(resource);
  showItem(journey, item, operation.words, item.createdBy);
  const { body, changed } = changedBody(journey, item, operation);
  if (changed.length === 0) throw noSecondValue(operation);
  const update = updateItem(journey, item, operation, body);
  if (!showsOneOf(journey, item, changed, operation))
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: operation.pointer,
      detail: `No read of a ${resource.noun} documents a field that ${operation.key} changes.`,
      edit: `Document the changed fields in the response that shows a ${resource.noun}.`,
    });
  showItem(journey, item, operation.words, update);
}

function noSecondValue(operation: Operation): CannotPlan {
  return new CannotPlan({
    reason: 'NO_SECOND_VALUE',
    pointer: operation.body?.pointer ?? operation.pointer,
    detail: `Every field that ${operation.key} takes has only one possible value.`,
    edit: 'Give a field a second example or a second enum value.',
  });
}

function showsOneOf(journey: Journey, item: Item, changed: string[], operation: Operation): boolean {
  const { read, list } = item.resource;
  const place = read?.place ?? list?.place.item;
  if (!place || !canShow(item)) return false;
  const { schemas } = journey.planning.model;
  const shown = assertedFields(schemas, [...item.held.values()], place.flat, operation.words);
  return shown.some(({ pointer }) => changed.includes(pointer));
}

/** A PUT that creates at a chosen id also changes what is there, unless it documents nothing but 201. */
function updatesToo({ responses }: Operation): boolean {
  return Object.keys(responses).some((status) => status.startsWith('2') && status !== '201');
}

/** Read, change, read again: the second read shows the change. One journey for PUT and one for PATCH. */
export function updateRead(_planning: Planning, resource: Resource): Sketch[] {
  return [resource.put, resource.patch]
    .filter(
      (operation) => operation !== undefined && (operation !== resource.create?.operation || updatesToo(operation)),
    )
    .map((operation) => ({
      kind: 'update-read',
      name: `A ${resource.noun} changed by ${operation?.method} shows the change`,
      subject: operation as Operation,
      personas: [],
      variant: '',
      build: (journey) => build(journey, resource, operation as Operation),
    }));
}
