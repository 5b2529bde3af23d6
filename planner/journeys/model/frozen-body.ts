import type { RequestTemplate } from '#verifier/plan/plan.ts';
import type { BuiltBody } from './built-body.ts';

/** Returns the body with nothing for the engine to add or leave out: after a refusal it is not sent in another form. */
export function frozenBody(body: BuiltBody): BuiltBody {
  return { ...body, optional: [], guessed: [], further: [], ifNamed: {} };
}

/**
 * Returns the body of an earlier request as a body to send again unchanged. Nothing of it is asserted, left out or
 * replaced.
 */
export function settledBody(body: NonNullable<RequestTemplate['body']>): BuiltBody {
  const { contentType, value: template, parts } = body;
  const nothing = { fields: [], optional: [], guessed: [], further: [], ifNamed: {}, renewed: {} };
  return { contentType, template, ...(parts && { parts }), ...nothing, within: '', exclusive: false };
}

/** Returns the part of a body that stands in the request of a plan. */
export function requestBodyOf({ contentType, template, parts }: BuiltBody): NonNullable<RequestTemplate['body']> {
  return { contentType, value: template, ...(parts && Object.keys(parts).length > 0 && { parts }) };
}
