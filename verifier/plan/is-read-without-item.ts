import type { Step } from './plan.ts';

/** Whether the step only reads, and needs no item and no value for it, like a list without filters. */
export function isReadWithoutItem({ method, path, expect, params }: Step): boolean {
  const needs = [...Object.values(params.query), ...Object.values(params.header)];
  return method === 'GET' && !path.includes('{') && expect.outcome === 'success' && needs.length === 0;
}
