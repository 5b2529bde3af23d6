import type { Paging, RequestTemplate } from '../../plan/plan.ts';

/** Adds the page size of `paging` to the query, unless the request sets one. Most lists then need one request. */
export function withPageSize(request: RequestTemplate, paging: Paging | undefined): RequestTemplate {
  const size = paging && 'size' in paging ? paging.size : undefined;
  const { query } = request.params;
  if (size === undefined || Object.hasOwn(query, size.param)) return request;
  return { ...request, params: { ...request.params, query: { ...query, [size.param]: { literal: size.value } } } };
}
