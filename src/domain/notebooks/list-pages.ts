import type { listPages as endpoint } from '#contract/endpoints/notebooks.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The pages of a notebook without their content, newest first. */
export const listPages: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf(await ports['notebooks:read'].listPages(scope), query),
});
