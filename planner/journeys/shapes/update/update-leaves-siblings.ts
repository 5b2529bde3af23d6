import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { isSameValue } from '../../../intake/json/canonical-json.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { assertedFields } from '../../../values/assertable/asserted-fields.ts';
import { isPlace, isPlaceInPath } from '../../../vocabulary/field-names.ts';
import { deleteItem } from '../../builder/delete-item.ts';
import type { HeldField, Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { createItem } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { showItem, shownPlace } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { changedBody, updateItem } from '../../builder/update-item.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { defineShape } from '../../model/define-shape.ts';

/**
 * True if a second item can be created beside the first and each can be read, or listed below a parent. False if 409
 * and a required date are documented, as for bookings, and for items that their position identifies.
 */
function hasOthers({ model: { schemas } }: Planning, resource: Resource): boolean {
  const { create, isSingleton, read, list, param } = resource;
  const isShown = read !== undefined || (list !== undefined && paramsOf(list.operation.path).length > 0);
  if (!create || isSingleton || !isShown || isPlaceInPath(param)) return false;
  const { operation } = create;
  const body = sentResource(schemas, operation);
  const formats = body.required.map((name) => schemas.flatten(body.properties[name] ?? true).rest['format']);
  return operation.responses['409'] === undefined || !formats.some((one) => one === 'date' || one === 'date-time');
}

export const updateLeavesSiblings = defineShape({
  id: 'update/sibling-unchanged',
  kind: 'update-read',
  title: 'An update changes one item and leaves another as it was',
  terms: ['side effect', 'lost update'],
  example: 'PATCH /tasks/7 {"title":"b"} → 200, GET /tasks/8 → 200 {"title":"a"}',
  test: 'planner/journeys/shapes/update/update-leaves-siblings',
  testTitle: 'is still told from a change of all',
  propose,
});

function propose(planning: Planning, resource: Resource, operation: Operation): Proposal[] {
  if (!hasOthers(planning, resource)) return [];
  return [
    {
      name: `${operation.method} of ${withArticle(resource.noun)} changes no other ${resource.noun}`,
      subject: operation,
      personas: [],
      variant: 'others',
      build: (journey) => {
        // The changed item gets the second values, so the other one gets the third.
        const other = createItem(journey, resource, undefined, 2);
        const item = journey.item(resource);
        lookAtBoth(journey, other, item);
        const { body, changed } = changedBody(journey, item, operation);
        const update = updateItem(journey, item, operation, body);
        const kept = withLasting(journey, other);
        if (!changed.some((pointer) => isTold(journey, kept, item, pointer))) throw notTold(operation);
        showItem(journey, item, operation.words, update);
        showItem(journey, kept, '', update);
      },
    },
  ];
}

export const deleteLeavesSiblings = defineShape({
  id: 'delete/sibling-unchanged',
  kind: 'delete-gone',
  title: 'A delete takes one item away and leaves another there',
  terms: ['side effect', 'DELETE (RFC 9110 §9.3.5)'],
  example: 'DELETE /tasks/7 → 204, GET /tasks/8 → 200 {"id":8}',
  test: 'planner/journeys/shapes/update/update-leaves-siblings',
  testTitle: 'accuses none that lets only the newest be deleted, and says %i',
  propose: proposeOfDelete,
});

function proposeOfDelete(planning: Planning, resource: Resource): Proposal[] {
  const { remove } = resource;
  if (!remove || !hasOthers(planning, resource)) return [];
  return [
    {
      name: `Deleting ${withArticle(resource.noun)} removes no other ${resource.noun}`,
      subject: remove,
      personas: [],
      variant: 'others',
      build: (journey) => {
        const item = journey.item(resource);
        const other = journey.another(resource, 1);
        const deleted = deleteItem(journey, item, () => lookAtBoth(journey, item, other));
        showItem(journey, withLasting(journey, other), '', deleted);
      },
    },
  ];
}

/**
 * Reads both items before one changes. If the second create replaced the first item (one cart per caller), the journey
 * ends undecided.
 */
function lookAtBoth(journey: Journey, first: Item, second: Item): void {
  const from = journey.steps.length;
  showItem(journey, withLasting(journey, second), '', second.createdBy);
  const last = journey.steps.at(-1);
  const { read } = first.resource;
  // A get-or-create server may return the first item for the second create, so the ids must differ.
  if (last && read?.place.id && first.id && last.path === read.operation.path)
    last.assert = [...last.assert, { op: 'differs', pointer: read.place.id.pointer, value: first.id.reference }];
  // `first` is read last: if it is deleted next, the verdict on the DELETE uses the read just before it.
  showItem(journey, withLasting(journey, first), '', first.createdBy);
  for (const step of journey.steps.slice(from)) step.mayBeAbsent = true;
}

/**
 * Returns the item with only those members that a change of a sibling cannot affect: unique texts. A server may change
 * flags, enums, positions, amounts and times: only one item can be the default.
 */
function withLasting({ planning }: Journey, item: Item): Item {
  const { schemas } = planning.model;
  const isLasting = ({ name, schema, template }: HeldField): boolean => {
    const { types, rest } = schemas.flatten(schema);
    const isUnique = 'unique' in template && !['digits', 'integer'].includes(template.unique.charset);
    const isTime = /^(date|time|duration)/.test(String(rest['format'] ?? ''));
    return isUnique && types[0] === 'string' && !isTime && !isPlace(name);
  };
  return { ...item, held: new Map([...item.held].filter(([, field]) => isLasting(field))) };
}

/** True if the response that shows the other item must show the field, with another value than the changed item has. */
function isTold({ planning }: Journey, other: Item, { held }: Item, pointer: string): boolean {
  const place = shownPlace(other);
  const [own, changed] = [other.held.get(pointer), held.get(pointer)];
  if (!place || !own || !changed || isSameValue(own.template, changed.template)) return false;
  return assertedFields(planning.model.schemas, [own], place.flat, '').length > 0;
}

function notTold(operation: Operation): CannotPlan {
  return new CannotPlan({
    reason: 'NO_SECOND_VALUE',
    pointer: operation.pointer,
    detail: `Nothing that ${operation.key} changes tells the changed item from another one.`,
    edit: 'Let it take a text that is free, such as a title.',
  });
}
