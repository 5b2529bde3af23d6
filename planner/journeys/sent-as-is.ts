import type { Template } from '#verifier/plan/plan.ts';

import type { BuiltBody } from './request-values.ts';

/** The body just as it stands: where it is refused, it is not sent again with more or with less. */
export function sentAsIs(body: BuiltBody): BuiltBody {
  return { ...body, optional: [], guessed: [], further: [], ifNamed: {} };
}

/** A body of values that are settled already: of those nothing is asserted, left out or sent otherwise. */
export function settledBody(contentType: string, template: Template): BuiltBody {
  const nothing = { fields: [], optional: [], guessed: [], further: [], ifNamed: {}, renewed: {} };
  return { contentType, template, ...nothing, within: '', exclusive: false };
}
