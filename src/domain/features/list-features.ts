import type { listFeatures as endpoint } from '#contract/endpoints/features.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The features of a project, newest first. */
export const listFeatures: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf(await ports['features:read'].list(scope), query),
});
