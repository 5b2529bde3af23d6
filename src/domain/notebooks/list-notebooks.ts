import type { listNotebooks as endpoint } from '#contract/endpoints/notebooks.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The notebooks of a workspace, newest first. */
export const listNotebooks: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf(await ports['notebooks:read'].list(scope), query),
});
