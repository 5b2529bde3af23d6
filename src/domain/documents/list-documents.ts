import type { listDocuments as endpoint } from '#contract/endpoints/documents.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The documents of a feature without their content, newest first. */
export const listDocuments: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf(await ports['documents:read'].list(scope), query),
});
