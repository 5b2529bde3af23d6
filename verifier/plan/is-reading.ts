import type { RequestTemplate } from './plan.ts';

/** Whether a request changes nothing: by its method, or where the operation is called by name, by that. */
export function isReading({ method, rpc }: Pick<RequestTemplate, 'method' | 'rpc'>): boolean {
  return rpc === undefined ? method === 'GET' || method === 'HEAD' : rpc === 'READ';
}
