import type { RequestTemplate } from '#verifier/plan/plan.ts';

import { CannotPlan } from '../rules/dropped-plan.ts';
import type { Operation } from '../spec/spec-model.ts';
import { courseOf } from './actions-before.ts';
import type { Item } from './item.ts';
import type { Journey } from './journey.ts';

/** The actions by which the things come further, in order, that a request names and the journey made. */
export function courseOfNamed(
  journey: Journey,
  { params, body }: Pick<RequestTemplate, 'params' | 'body'>,
): RequestTemplate[] {
  const said = JSON.stringify([params.path, body?.value ?? null]);
  const named = journey.items().filter(({ id }) => id && said.includes(JSON.stringify(id.template)));
  return named.flatMap((item) =>
    courseOf(journey.planning.model.schemas, item.resource).flatMap(
      ({ operation }) => journey.attempt(() => withoutSteps(journey, operation, item)) ?? [],
    ),
  );
}

/** Throws CannotPlan where something else must be made for it. */
function withoutSteps(journey: Journey, operation: Operation, item: Item): RequestTemplate {
  const { length } = journey.steps;
  const request = journey.request(operation, item, undefined, journey.body(operation, 0, item));
  if (journey.steps.length > length)
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      detail: `${operation.key} names something else that would have to be made.`,
      edit: `Offer ${operation.key} without it.`,
    });
  return request;
}
