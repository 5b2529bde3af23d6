import type { RequestTemplate } from './plan.ts';

/** True if a request changes nothing: GET, HEAD, or an operation called by name that only reads. */
export function isReading({ method, rpc }: Pick<RequestTemplate, 'method' | 'rpc'>): boolean {
  return rpc === undefined ? method === 'GET' || method === 'HEAD' : rpc === 'READ';
}
