import type { Step } from './plan.ts';

/**
 * True for a GET that should succeed and has no path parameters, query or header values, such as GET /health or a list
 * without filters.
 */
export function isReadWithoutItem({ method, path, expect, params }: Step): boolean {
  const needs = [...Object.values(params.query), ...Object.values(params.header)];
  return method === 'GET' && !path.includes('{') && expect.outcome === 'success' && needs.length === 0;
}
