import type { getBuild as endpoint } from '#contract/endpoints/builds.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { blobKeys } from './blob-keys.ts';
import { readJson } from './json-blob.ts';
import type { PlanDocument } from './plan-document.ts';
import { showBuild } from './show-build.ts';

/** Beyond these an answer would not fit; `droppedCount` is the true number. */
const mostShown = 2_000;

/** One build with its dropped plans; NOT_FOUND for another feature's build. */
export const getBuild: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const build = await ports['builds:read'].find(scope, path.buildId);
  if (build === undefined) throw notFound();
  if (build.plansHash === null) return { body: { ...showBuild(build), droppedPlans: [] } };
  const plans = await readJson<PlanDocument>(ports['blobs:read'], scope, blobKeys.plans(scope, build.plansHash));
  return { body: { ...showBuild(build), droppedPlans: plans.dropped.slice(0, mostShown) } };
};
