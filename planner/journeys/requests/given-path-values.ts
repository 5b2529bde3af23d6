import type { Template } from '#verifier/plan/plan.ts';

import type { Operation } from '../../intake/model/operation.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import { envProvidedParam } from '../model/env-provided-param.ts';
import type { Journey } from '../model/journey.ts';

/** Returns the path values of an operation that are env-provided, by parameter. */
export function givenPathValues(journey: Journey, { path }: Operation): Record<string, Template> {
  const given = paramsOf(path).filter((name) => envProvidedParam(journey.planning, name) !== undefined);
  return Object.fromEntries(given.map((name) => [name, journey.given(name)]));
}
