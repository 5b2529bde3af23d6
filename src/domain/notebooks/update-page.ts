import type { updatePage as endpoint } from '#contract/endpoints/notebooks.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';
import { storePage } from './page-content.ts';

/** The page with another title and content. Throws PLAN_LIMIT_REACHED for one character too many. */
export const updatePage: UseCase<typeof endpoint> = async ({ actor, scope, path, body, ifMatch }, ports, runtime) => {
  const { title, content } = body;
  const stored = await storePage(ports['blobs:write'], scope, { tier: actor.tier, content });
  const changes = { title, ...stored, updatedAt: runtime.now().toISOString() };
  const page = written(await ports['notebooks:write'].updatePage(scope, path.pageId, changes, ifMatch));
  return { body: { ...page, content }, version: page.version };
};
