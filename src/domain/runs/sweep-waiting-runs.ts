import { ServiceError } from '#contract/errors.ts';
import { type FeatureIds, taskScope } from '#domain/access/scope.ts';
import type { OpenWorkReader } from '#domain/ports/open-work-reader.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { foldWaiting } from './settle-runs.ts';

type Ports = Parameters<typeof foldWaiting>[1] & { 'open-work:read': OpenWorkReader };

/** So many in one go; the next one takes the rest. */
const mostRuns = 500;

/** Counts runs whose recorder ended between storing and counting them; those of a feature that is gone go, too. How many features. */
export const sweepWaitingRuns = async (ports: Ports, runtime: Runtime, before: Date): Promise<number> => {
  const waiting = await ports['open-work:read'].listWaitingRuns(before, mostRuns);
  const features = Map.groupBy(waiting, ({ featureId }) => featureId);
  for (const [first, ...others] of features.values())
    await sweepFeature(
      first!,
      [first!, ...others].map(({ runId }) => runId),
      ports,
      runtime,
    );
  return features.size;
};

const sweepFeature = async (ids: FeatureIds, runIds: string[], ports: Ports, runtime: Runtime): Promise<void> => {
  const scope = taskScope.feature(ids);
  try {
    // Where somebody else changes the feature at this moment, the next sweep tries again.
    let isFolded = true;
    for (let left = runIds.length; isFolded && left > 0;) {
      const runs = await ports['runs:write'].listWaiting(scope);
      isFolded = runs.length > 0 && (await foldWaiting(scope, ports, runtime, runs));
      left -= runs.length;
    }
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'NOT_FOUND')) throw error;
    await ports['runs:write'].dropWaiting(scope, runIds);
  }
};
