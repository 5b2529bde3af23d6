import type { deleteNotebook as endpoint } from '#contract/endpoints/notebooks.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

const portion = 1000;

/** The notebook and its pages are gone, for good. */
export const deleteNotebook: UseCase<typeof endpoint> = async ({ scope, ifMatch }, ports) => {
  written(await ports['notebooks:delete'].delete(scope, ifMatch));
  while ((await ports['blobs:remove'].removeBelow(scope, blobKeys.notebook(scope), portion)) === portion);
  return { body: undefined };
};
