import type { Resource } from '../../../resources/model/resource.ts';
import { isDoneLater } from '../../../resources/actions/transition-of.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { actAsSubject, knownAction, readSameItem, readBeforeAction } from '../../builder/act-on-item.ts';
import { moveDestination } from '../../requests/move-destination.ts';
import type { Journey } from '../../model/journey.ts';
import { restoreDeleted, restoresDeleted } from '../../builder/restore-deleted.ts';
import type { Planning } from '../../model/planning.ts';
import type { Proposal } from '../../model/sketch.ts';
import type { ItemAction } from '../../../resources/model/item-action.ts';
import { shownItem } from '../../../resources/responses/shown-item.ts';
import {
  assertChanged,
  assertActionFields,
  assertActionTime,
  captureActionTime,
} from '../../builder/assert-action-fields.ts';
import { defineShape } from '../../model/define-shape.ts';
import { takingAway } from '../../../vocabulary/verb-groups.ts';
import { wordsOf } from '../../../vocabulary/words-of.ts';

function build(journey: Journey, resource: Resource, action: ItemAction): void {
  if (restoresDeleted(journey.planning.model.schemas, resource, action)) {
    restoreDeleted(journey, resource, action);
    return;
  }
  const known = knownAction(journey, resource, action);
  const item = journey.item(resource);
  const before = readBeforeAction(journey, item, known);
  const time = captureActionTime(journey, item, known);
  const { step, sent } = actAsSubject(journey, item, action);
  const place = resource.read?.place;
  const seen = place
    ? [
        ...assertChanged(journey, place, known, before),
        ...assertActionFields(journey, item, known, sent, place, true),
        ...assertActionTime(place, known, time),
      ]
    : [];
  if (seen.length === 0)
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: action.operation.pointer,
      detail: `No read of a ${resource.noun} shows what ${action.operation.key} changes.`,
      edit: `Document the state of a ${resource.noun} as an enum with a member named after "${action.name}" on its GET.`,
    });
  readSameItem(journey, item, step, seen);
  const look = journey.steps.at(-1);
  // After revoke and the like, a read may answer 404, unless the action leads to a documented state.
  if (look && known.transition?.kind !== 'state' && wordsOf(action.name).some((word) => takingAway.has(word)))
    look.mayBeGone = true;
}

export const actionReadBack = defineShape({
  id: 'action/read-back',
  kind: 'action-read-back',
  title: 'A read after a custom method shows what it changed, and did not show it before',
  terms: ['custom method (AIP-136)', 'state (AIP-216)'],
  example:
    'GET /orders/7 → 200 {"status":"open"}, POST /orders/7/cancel → 200, GET /orders/7 → 200 {"status":"cancelled"}',
  test: 'planner/resources/actions/transition-of',
  testTitle: 'are planned: each action answers the change, and a read shows it',
  propose,
});

/** Proposes a journey for each action, except moves to a `?destination=` and actions that take effect later. */
function propose(planning: Planning, resource: Resource): Proposal[] {
  const { schemas } = planning.model;
  return resource.actions
    .filter(({ operation }) => !moveDestination(planning, operation))
    .filter((action) => !isDoneLater(schemas, action, shownItem(schemas, resource)))
    .map((action) => ({
      name: `The effect of ${action.operation.key} is seen on the ${resource.noun}`,
      subject: action.operation,
      personas: [],
      variant: '',
      build: (journey) => build(journey, resource, action),
    }));
}
