import type { getBuild as endpoint } from '#contract/endpoints/builds.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { blobKeys } from './blob-keys.ts';
import { journeyChanges } from './changed-journeys.ts';
import { readJson } from './json-blob.ts';
import type { PlanDocument } from './plan-document.ts';
import { showBuild } from './show-build.ts';

/** Beyond these an answer would not fit; `droppedCount` is the true number. */
const mostShown = 2_000;

/** One build with its dropped plans, and the journeys that came and went with it; NOT_FOUND for another feature's build. */
export const getBuild: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const build = await ports['builds:read'].find(scope, path.buildId);
  if (build === undefined) throw notFound();
  if (build.plansHash === null) return { body: { ...showBuild(build), droppedPlans: [], journeyChanges: null } };
  const plans = await readJson<PlanDocument>(ports['blobs:read'], scope, blobKeys.plans(scope, build.plansHash));
  const changes = await journeyChanges(scope, ports, build, plans.bundle.plans);
  const droppedPlans = plans.dropped.slice(0, mostShown);
  return { body: { ...showBuild(build), droppedPlans, journeyChanges: changes } };
};
