import type { deleteDocument as endpoint } from '#contract/endpoints/documents.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The document is gone; another one may still share its content, so that stays until the project goes. */
export const deleteDocument: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  if (!(await ports['documents:write'].delete(scope, path.documentId))) throw notFound();
  return { body: undefined };
};
