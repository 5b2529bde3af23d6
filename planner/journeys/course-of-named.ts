import type { RequestTemplate } from '#verifier/plan/plan.ts';

import { courseOf } from './actions-before.ts';
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
      ({ operation }) =>
        journey.attempt(() => journey.request(operation, item, undefined, journey.body(operation, 0, item))) ?? [],
    ),
  );
}
