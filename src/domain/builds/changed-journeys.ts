import type { FeatureScope } from '#domain/access/scope.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { BuildReader } from '#domain/ports/build-repository.ts';
import { mostListed } from '#planner/compare/most-listed.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { blobKeys } from './blob-keys.ts';
import type { Build } from './build.ts';
import { readJson } from './json-blob.ts';
import type { PlanDocument } from './plan-document.ts';

type Named = { journeyId: string; name: string };

/** Journeys that call an operation which a publish removes or changes; the list is cut, the count is true. */
export type AffectedJourneys = { journeys: (Named & { operations: string[] })[]; journeyCount: number };

/** `touched`: what is removed or changed, by the key that plans call it by; the values are the names to show. */
export const affectedJourneys = (plans: Plan[], touched: Map<string, string>): AffectedJourneys => {
  const journeys = plans.flatMap(({ journeyId, name, steps }) => {
    const called = steps.flatMap(({ method, path }) => touched.get(`${method} ${path}`) ?? []);
    return called.length === 0 ? [] : [{ journeyId, name, operations: [...new Set(called)] }];
  });
  return { journeys: journeys.slice(0, mostListed), journeyCount: journeys.length };
};

/** Journeys that came and went between two builds; of each the list is cut, the count is true. */
export type JourneyChanges = {
  previousBuildId: string;
  added: Named[];
  addedCount: number;
  removed: Named[];
  removedCount: number;
};

/** What a build changes of the journeys of the one that was current before it; null where there is nothing to compare. */
export const journeyChanges = async (
  scope: FeatureScope,
  ports: { 'builds:read': BuildReader; 'blobs:read': BlobReader },
  { previousBuildId }: Build,
  plans: Plan[],
): Promise<JourneyChanges | null> => {
  if (!previousBuildId) return null;
  const previous = await ports['builds:read'].find(scope, previousBuildId);
  const before = previous && (await plansOf(scope, ports['blobs:read'], previous));
  if (before === undefined) return null;
  const [added, removed] = [without(plans, before), without(before, plans)];
  return {
    previousBuildId,
    added: added.slice(0, mostListed),
    addedCount: added.length,
    removed: removed.slice(0, mostListed),
    removedCount: removed.length,
  };
};

/** The plans of a build; undefined until it is planned. */
export const plansOf = async (
  scope: FeatureScope,
  blobs: BlobReader,
  { plansHash }: Pick<Build, 'plansHash'>,
): Promise<Plan[] | undefined> =>
  plansHash === null
    ? undefined
    : (await readJson<PlanDocument>(blobs, scope, blobKeys.plans(scope, plansHash))).bundle.plans;

const without = (plans: Plan[], others: Plan[]): Named[] => {
  const known = new Set(others.map(({ journeyId }) => journeyId));
  return plans.flatMap(({ journeyId, name }) => (known.has(journeyId) ? [] : [{ journeyId, name }]));
};
