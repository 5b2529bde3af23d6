import type { deleteDocument as endpoint } from '#contract/endpoints/documents.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';

/** The document is gone; another one may still share its content, so that stays until the feature goes. */
export const deleteDocument: UseCase<typeof endpoint> = async ({ scope, path, ifMatch }, ports) => {
  written(await ports['documents:write'].delete(scope, path.documentId, ifMatch));
  return { body: undefined };
};
