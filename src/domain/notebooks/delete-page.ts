import type { deletePage as endpoint } from '#contract/endpoints/notebooks.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/** The page is gone; another one may share its content, so that stays until the notebook goes. */
export const deletePage: UseCase<typeof endpoint> = async ({ scope, path, ifMatch }, ports) => {
  written(await ports['notebooks:write'].deletePage(scope, path.pageId, ifMatch));
  return { body: undefined };
};
