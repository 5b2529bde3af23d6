import type { createPage as endpoint } from '#contract/endpoints/notebooks.ts';
import { notFound } from '#contract/errors.ts';
import { limits, planLimitReached } from '#domain/billing/limits.ts';
import type { UseCase } from '#domain/use-case.ts';
import { storePage } from './page-content.ts';

/** A new page. Throws PLAN_LIMIT_REACHED for one page or one character too many. */
export const createPage: UseCase<typeof endpoint> = async ({ actor, scope, body, alongside }, ports, runtime) => {
  const { workspaceId, notebookId } = scope;
  const { tier } = actor;
  const { title, content } = body;
  const createdAt = runtime.now().toISOString();
  const stored = await storePage(ports['blobs:write'], scope, { tier, content });
  const page = { id: runtime.newId(), notebookId, title, ...stored, createdAt, updatedAt: createdAt, version: 1 };
  const headers = { location: `/api/v1/workspaces/${workspaceId}/notebooks/${notebookId}/pages/${page.id}` };
  const answer = { body: { ...page, content }, version: page.version, headers };
  const limit = limits[tier].pagesPerNotebook;
  const outcome = await ports['notebooks:write'].createPage(scope, page, limit, alongside(answer));
  if (outcome === 'GONE') throw notFound();
  if (outcome === 'LIMIT') throw planLimitReached(tier, 'pagesPerNotebook');
  return answer;
};
