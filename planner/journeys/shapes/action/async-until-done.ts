import { asyncStateOf, asyncWorkOf } from '../../../resources/actions/async-work-of.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { isDoneLater } from '../../../resources/actions/transition-of.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { actOnItem, knownAction, readSameItem, readBeforeAction } from '../../builder/act-on-item.ts';
import { followWork, untilDone } from '../../builder/follow-work.ts';
import type { Journey } from '../../model/journey.ts';
import type { Proposal } from '../../model/sketch.ts';
import type { ItemAction } from '../../../resources/model/item-action.ts';
import { shownItem } from '../../../resources/responses/shown-item.ts';
import { defineShape } from '../../model/define-shape.ts';

function followAction(journey: Journey, resource: Resource, action: ItemAction): void {
  const known = knownAction(journey, resource, action);
  const { transition } = known;
  const { read, noun } = resource;
  if (!read || !transition || transition.reached.length === 0)
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: action.operation.pointer,
      detail: `No read of a ${noun} shows when ${action.operation.key} has been done.`,
      edit: `Document the state of a ${noun} as an enum with a member named after "${action.name}" on its GET.`,
    });
  const item = journey.item(resource);
  readBeforeAction(journey, item, known);
  const { step: acted } = actOnItem(journey, item, action);
  readSameItem(journey, item, acted);
  const step = journey.steps.at(-1);
  if (!step) return;
  const failed = asyncStateOf(journey.planning.model.schemas, read.place.flat)?.failed ?? [];
  const terminal = failed.filter((value) => !transition.reached.includes(value));
  step.until = untilDone(read.place.prefix + transition.pointer, transition.reached, terminal);
}

export const asyncUntilDone = defineShape<[Resource]>({
  id: 'action/create-until-done',
  kind: 'async-until-done',
  title: 'Work that a create starts ends, with its results',
  terms: ['long-running operation (AIP-151)', '202 Accepted'],
  example: 'POST /exports → 202 {"id":7,"status":"pending"}, GET /exports/7 → 200 {"status":"done","url":"…"}',
  test: 'planner/journeys/shapes/action/async-until-done',
  testTitle: 'are found where their result, or the export itself, is lost',
  propose: ({ model: { schemas } }, resource) => {
    const { create, noun } = resource;
    if (!create || !asyncWorkOf(schemas, resource)) return [];
    return [proposal(noun, create.operation, (journey) => followWork(journey, journey.item(resource)))];
  },
});

export const actionUntilDone = defineShape<[Resource]>({
  id: 'action/until-done',
  kind: 'async-until-done',
  title: 'Work that a custom method starts ends, and the item shows it',
  terms: ['long-running operation (AIP-151)', 'custom method (AIP-136)'],
  example:
    'POST /servers/7/restart → 202, GET /servers/7 → 200 {"status":"restarting"}, GET /servers/7 → 200 {"status":"running"}',
  test: 'planner/journeys/shapes/action/async-until-done',
  testTitle: 'is waited for, and what does not come is no fault',
  propose: ({ model: { schemas } }, resource) =>
    resource.actions
      .filter((action) => isDoneLater(schemas, action, shownItem(schemas, resource)))
      .map((action) => proposal(resource.noun, action.operation, (journey) => followAction(journey, resource, action))),
});

function proposal(noun: string, subject: Operation, build: Proposal['build']): Proposal {
  const name = `The work that ${subject.key} starts ends, and the ${noun} shows it`;
  return { name, subject, personas: [], variant: '', build };
}
