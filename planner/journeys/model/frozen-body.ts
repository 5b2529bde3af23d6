import type { RequestTemplate } from '#verifier/plan/plan.ts';
import type { BuiltBody } from './built-body.ts';

/**
 * Returns the body with its members fixed: after a refusal, the engine neither adds nor leaves out any. `renewed`
 * stays.
 */
export function frozenBody(body: BuiltBody): BuiltBody {
  return { ...body, optional: [], guessed: [], further: [], ifNamed: {} };
}

/** Returns the body of an earlier request as a body to send again unchanged, of which nothing is asserted. */
export function settledBody(body: NonNullable<RequestTemplate['body']>): BuiltBody {
  const { contentType, value: template, parts } = body;
  const nothing = { fields: [], optional: [], guessed: [], further: [], ifNamed: {}, renewed: {} };
  return { contentType, template, ...(parts && { parts }), ...nothing, within: '', exclusive: false };
}

/** Returns the body as a plan's request carries it: media type, value, and form parts if it has any. */
export function requestBodyOf({ contentType, template, parts }: BuiltBody): NonNullable<RequestTemplate['body']> {
  return { contentType, value: template, ...(parts && Object.keys(parts).length > 0 && { parts }) };
}
