import { itemMembers } from '../../../resources/model/item-members.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { actAsSubject, repeatAction, knownAction, readBeforeAction, sameItem } from '../../builder/act-on-item.ts';
import { moveDestination } from '../../requests/move-destination.ts';
import { deleteItem } from '../../builder/delete-item.ts';
import { restoresDeleted } from '../../builder/restore-deleted.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import type { Proposal } from '../../model/sketch.ts';
import type { ItemAction } from '../../../resources/model/item-action.ts';
import { assertChanged, assertActionFields, assertKeptFields } from '../../builder/assert-action-fields.ts';
import { isPlainId } from '../../../vocabulary/identifiers.ts';
import { defineShape } from '../../model/define-shape.ts';

function build(journey: Journey, resource: Resource, action: ItemAction): void {
  const known = knownAction(journey, resource, action);
  const { answer } = known;
  const { operation } = action;
  if (!answer)
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: operation.pointer,
      detail: `${operation.key} documents no answer that shows the ${resource.noun}.`,
      edit: `Return the changed ${resource.noun} in the 200 response.`,
    });
  const item = journey.item(resource);
  const isDeleted = restoresDeleted(journey.planning.model.schemas, resource, action);
  if (isDeleted) deleteItem(journey, item);
  const before = isDeleted ? undefined : readBeforeAction(journey, item, known);
  const { sent } = actAsSubject(journey, item, action);
  const step = journey.steps.at(-1);
  if (!step) return;
  const { place, isItem } = answer;
  // If the response is not the item, a plain "id" in it may belong to something else, so it is not compared.
  const names = isItem || (place.id && !isPlainId(place.id.name));
  const required = itemMembers(journey.planning.model.schemas, place.flat).some(
    ({ pointer, isRequired }) => isRequired && pointer === known.transition?.pointer,
  );
  step.assert = [
    ...(names ? sameItem(journey, item, place) : []),
    ...(isItem && required && !known.isLater ? assertChanged(journey, place, known, before) : []),
    ...(isItem && known.isLater ? [] : assertActionFields(journey, item, known, sent, place, isItem)),
    ...(isItem ? assertKeptFields(journey, item, known, sent, place) : []),
  ];
  if (!isDeleted && !known.isLater) repeatAction(journey, item, known);
}

export const actionReturnsChange = defineShape({
  id: 'action/returns-change',
  kind: 'action-returns-change',
  title: 'A custom method answers the item that it changed, in its new state',
  terms: ['custom method (AIP-136)', 'state (AIP-216)'],
  example: 'POST /orders/7/cancel → 200 {"id":7,"status":"cancelled"}',
  test: 'planner/resources/actions/transition-of',
  testTitle: 'are planned: each action answers the change, and a read shows it',
  propose,
});

/** Proposes a journey for each action, except moves to a `?destination=`. */
function propose(planning: Planning, resource: Resource): Proposal[] {
  const judged = resource.actions.filter(({ operation }) => !moveDestination(planning, operation));
  return judged.map((action) => ({
    name: `${action.operation.key} answers the ${resource.noun} that it changed`,
    subject: action.operation,
    personas: [],
    variant: '',
    build: (journey) => build(journey, resource, action),
  }));
}
