import { actionsOf } from '../../../resources/actions/actions-of.ts';
import { nounSegment } from '../../../resources/model/path-template.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import type { RequiredRefusal } from '../../../personas/required-refusal.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { isForAll } from './forbidden.ts';
import { refuse, refuseCall } from './refuse.ts';
import type { Refused } from './refused-step.ts';
import type { Proposal } from '../../model/sketch.ts';
import { defineShape } from '../../model/define-shape.ts';

export const requiredRefusals = defineShape({
  id: 'access/required-refusals',
  kind: 'forbidden',
  title: 'A persona is refused what a sentence of the requirements says that it must not do',
  terms: ['requirement', '403 (RFC 9110 §15.5.4)', 'BFLA (OWASP API5:2023)'],
  example: '"A viewer must not delete a task.": DELETE /tasks/7 as viewer → 403, GET /tasks/7 as alice → 200',
  test: 'planner/journeys/shapes/access/required-refusals',
  testTitle:
    'becomes a forbidden journey that names the sentence and its id, and kills the server that lets the persona',
  propose,
});

/**
 * Proposes a refusal for each persona and operation of a "must not" sentence. The plan is dropped if the persona is the
 * first one, which must create the item, or if everybody may call the operation.
 */
function propose({ roles, model }: Planning): Proposal[] {
  const { actor, required } = roles;
  return required.flatMap((one) => {
    const operation = model.byKey.get(one.operation);
    return actor && operation ? [sketch(one, operation, actor.name)] : [];
  });
}

function sketch({ persona, requirements }: RequiredRefusal, operation: Operation, actor: string): Proposal {
  return {
    name: `${persona} is refused ${operation.key}`,
    subject: operation,
    personas: [persona],
    variant: '',
    requirements,
    build: (journey) => {
      if (persona === actor) throw needsAnother(persona, operation);
      if (isForAll(operation)) throw openToAll(persona, operation);
      journey.making.hidden = true;
      build(journey, operation, { other: persona, refusal: 'forbidden', ofAll: true });
    },
  };
}

function build(journey: Journey, operation: Operation, refused: Refused): void {
  for (const resource of journey.planning.graph.resources) {
    const target = actionsOf(resource).find((one) => one.operation === operation);
    if (!target) continue;
    refuse(journey, resource, target, refused, target.action === 'update' || target.action === 'delete');
    return;
  }
  refuseCall(journey, operation, nounSegment(operation.path), refused);
}

function needsAnother(persona: string, operation: Operation): CannotPlan {
  return new CannotPlan({
    reason: 'AMBIGUOUS_PERSONA',
    detail: `A requirement refuses ${operation.key} to ${persona}, who has to create what is tried.`,
    edit: `Add a persona that may do more than ${persona}.`,
  });
}

function openToAll(persona: string, operation: Operation): CannotPlan {
  return new CannotPlan({
    reason: 'AMBIGUOUS_PERSONA',
    pointer: operation.pointer,
    detail: `A requirement refuses ${operation.key} to ${persona}, but the operation is open to everybody.`,
    edit: `Give ${operation.key} a security requirement, or change the sentence.`,
  });
}
