import type { Resource } from '../../../resources/model/resource.ts';
import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { SentField } from '../../../values/model/choice.ts';
import { literalOf, mayBeZero } from '../../../values/choose/may-be-zero.ts';
import type { Journey } from '../../model/journey.ts';
import { createItem } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { readItem, readShows } from '../../builder/show-item.ts';
import { withValuesAt } from '../../model/with-values-at.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { defineShape } from '../../model/define-shape.ts';

/** True if the item's read shows the member, and the member may be 0. */
function isZeroShown(planning: Planning, resource: Resource, field: SentField): boolean {
  return readShows(planning, resource, field) && mayBeZero(planning.model.schemas, field.name, field.schema);
}

function build(journey: Journey, resource: Resource, pointer: string): void {
  const item = createItem(journey, resource);
  const step = journey.steps.find(({ id }) => id === item.createdBy);
  const zeros = [...item.held.values()].filter(
    (field) => typeof literalOf(field.template) === 'number' && isZeroShown(journey.planning, resource, field),
  );
  if (!step?.body || zeros.every(({ template }) => literalOf(template) === 0))
    throw new CannotPlan({
      reason: 'NO_SECOND_VALUE',
      pointer,
      detail: `Every number that may be zero is zero in each ${resource.noun} already, or is not sent.`,
      edit: 'Give it another example.',
    });
  const places = new Map(zeros.map((field) => [field.within + field.pointer, { literal: 0 }]));
  step.body = { ...step.body, value: withValuesAt(step.body.value, places) };
  // Other members may be computed from the zeros, so they are not asserted.
  item.held = new Map(zeros.map((field) => [field.pointer, { ...field, template: { literal: 0 } }]));
  readItem(journey, item, '', item.createdBy);
}

export const createWithZero = defineShape({
  id: 'create/with-zero',
  kind: 'create-read',
  title: 'An item created with 0 shows 0',
  terms: ['falsy value', 'read your writes'],
  example: 'POST /products {"price":0} → 201 {"id":7}, GET /products/7 → 200 {"price":0}',
  test: 'planner/journeys/shapes/update/update-to-zero-or-false',
  testTitle: 'a thing made with zero',
  propose,
});

/** Proposes that an item created with 0 in each number that may be 0 shows these zeros. */
function propose(planning: Planning, resource: Resource): Proposal[] {
  const { create, noun, isSingleton } = resource;
  if (!create || isSingleton) return [];
  const { properties } = sentResource(planning.model.schemas, create.operation);
  const isZero = Object.entries(properties).some(([name, schema]) =>
    isZeroShown(planning, resource, { pointer: pointerToken(name), name, schema, template: { literal: 0 } }),
  );
  if (!isZero) return [];
  return [
    {
      name: `${withArticle(noun, true)} created with 0 is stored with 0`,
      subject: create.operation,
      personas: [],
      variant: 'zero',
      build: (journey) => build(journey, resource, create.operation.pointer),
    },
  ];
}
