import { asyncStateOf, asyncWorkOf } from '../../../resources/actions/async-work-of.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { isDoneLater } from '../../../resources/actions/transition-of.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { actOnItem, knownAction, readSameItem, readBeforeAction } from '../../builder/act-on-item.ts';
import { followWork, untilDone } from '../../builder/follow-work.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import type { Sketch } from '../../model/sketch.ts';
import type { ItemAction } from '../../../resources/model/item-action.ts';
import { shownItem } from '../../../resources/responses/shown-item.ts';

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

function sketch(noun: string, subject: Operation, build: Sketch['build']): Sketch {
  const name = `What ${subject.key} starts comes to its end, and the ${noun} shows it`;
  return { kind: 'async-until-done', name, subject, personas: [], variant: '', build };
}

/** Work that goes on after its answer is followed until it has ended, and its results are there. */
export function asyncUntilDone({ model: { schemas } }: Planning, resource: Resource): Sketch[] {
  const { create, noun, actions } = resource;
  const work = create && asyncWorkOf(schemas, resource) ? [create.operation] : [];
  const later = actions.filter((action) => isDoneLater(schemas, action, shownItem(schemas, resource)));
  return [
    ...work.map((operation) => sketch(noun, operation, (journey) => followWork(journey, journey.item(resource)))),
    ...later.map((action) => sketch(noun, action.operation, (journey) => followAction(journey, resource, action))),
  ];
}
