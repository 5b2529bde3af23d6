import { ServiceError } from '#contract/errors.ts';
import { type FeatureIds, taskScope } from '#domain/access/scope.ts';
import type { OpenWorkReader } from '#domain/ports/open-work-reader.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { foldWaiting } from './settle-runs.ts';

type Ports = Parameters<typeof foldWaiting>[1] & { 'open-work:read': OpenWorkReader };

/** So many in one go; the next one takes the rest. */
const mostRuns = 500;

/**
 * Counts runs whose recorder ended between storing and counting them; those of a feature that is gone go, too. How many features. Each feature
 * gets its turn: what failed is thrown at the end, as one AggregateError that names each failure.
 */
export const sweepWaitingRuns = async (ports: Ports, runtime: Runtime, before: Date): Promise<number> => {
  const waiting = await ports['open-work:read'].listWaitingRuns(before, mostRuns);
  const features = Map.groupBy(waiting, ({ featureId }) => featureId);
  const failures: unknown[] = [];
  for (const [featureId, [first, ...others]] of features) {
    const runIds = [first!, ...others].map(({ runId }) => runId);
    try {
      await sweepFeature(first!, runIds, ports, runtime);
    } catch (error) {
      failures.push(new Error(`Feature ${featureId}: ${String(error)}`, { cause: error }));
    }
  }
  if (failures.length > 0) {
    const told = `The runs of ${failures.length} of ${features.size} features were not counted.`;
    throw new AggregateError(failures, [told, ...failures].join('\n'));
  }
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
