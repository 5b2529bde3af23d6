import type { listBuilds as endpoint } from '#contract/endpoints/builds.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showBuild } from './show-build.ts';

/** The builds of a feature, newest first. */
export const listBuilds: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf((await ports['builds:read'].list(scope)).map(showBuild), query),
});
