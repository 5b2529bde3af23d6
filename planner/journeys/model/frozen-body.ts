import type { RequestTemplate } from '#verifier/plan/plan.ts';
import type { BuiltBody } from './built-body.ts';

/** The body just as it stands: where it is refused, it is not sent again with more or with less. */
export function frozenBody(body: BuiltBody): BuiltBody {
  return { ...body, optional: [], guessed: [], further: [], ifNamed: {} };
}

/** A body of values that are settled already: of those nothing is asserted, left out or sent otherwise. */
export function settledBody(body: NonNullable<RequestTemplate['body']>): BuiltBody {
  const { contentType, value: template, parts } = body;
  const nothing = { fields: [], optional: [], guessed: [], further: [], ifNamed: {}, renewed: {} };
  return { contentType, template, ...(parts && { parts }), ...nothing, within: '', exclusive: false };
}

/** A body as a request of the plan has it. */
export function requestBodyOf({ contentType, template, parts }: BuiltBody): NonNullable<RequestTemplate['body']> {
  return { contentType, value: template, ...(parts && Object.keys(parts).length > 0 && { parts }) };
}
