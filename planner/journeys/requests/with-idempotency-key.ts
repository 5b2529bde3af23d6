import type { RequestTemplate, Template } from '#verifier/plan/plan.ts';
import { isRequestKey } from '../../vocabulary/identifiers.ts';

/**
 * Returns the request with an idempotency key that differs from those of the 25 steps before it; with one key, two
 * creates would return the same item. `at` is the step's position. The key's first letter changes and its length stays.
 * Other requests, and keys of digits, are returned unchanged.
 */
export function withIdempotencyKey<Request extends RequestTemplate>(request: Request, at: number): Request {
  const mark = String.fromCodePoint('a'.charCodeAt(0) + (at % 26));
  const own = Object.entries(request.params.header).flatMap(([name, value]): [string, Template][] => {
    if (!isRequestKey(name) || !('unique' in value) || value.unique.charset === 'digits') return [];
    return [[name, { unique: { ...value.unique, stem: mark + value.unique.stem.slice(1) } }]];
  });
  if (own.length === 0) return request;
  const header = { ...request.params.header, ...Object.fromEntries(own) };
  return { ...request, params: { ...request.params, header } };
}
