import type { FeatureScope } from '#domain/access/scope.ts';
import { ServiceError } from '#contract/errors.ts';
import { pauseBeforeRetry } from '#domain/pause-before-retry.ts';
import type { BuildChange, BuildWriter } from '#domain/ports/build-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { FeatureHead } from './feature-head.ts';

/** One of those who try at the same time gets through each time, so this is how many of them all get through. */
const attempts = 40;

/**
 * Tries until `attempt` answers something, with pauses in between; undefined says that somebody else moved the feature's head meanwhile.
 * Throws DEPENDENCY_UNAVAILABLE when the feature does not come to rest.
 */
export const untilCommitted = async <T extends object>(
  runtime: Runtime,
  attempt: () => Promise<T | undefined>,
): Promise<T> => {
  for (let tries = 1; tries <= attempts; tries++) {
    const committed = await attempt();
    if (committed !== undefined) return committed;
    await pauseBeforeRetry(runtime, tries);
  }
  throw new ServiceError('DEPENDENCY_UNAVAILABLE', 'The feature is being changed by others. Try again.');
};

/**
 * Reads the head, decides, writes. `decide` may run several times, and gives no change where nothing is to be done. With a head that was
 * `known` already, a change that tells something waits for nothing but what is decided.
 */
export const commitChange = async <T>(
  builds: BuildWriter,
  runtime: Runtime,
  scope: FeatureScope,
  decide: (head: FeatureHead) => Promise<{ change?: BuildChange; result: T }>,
  known?: FeatureHead,
): Promise<T> => {
  let first = known;
  const { result } = await untilCommitted(runtime, async () => {
    const lastPlace = first && builds.findLastPlace(scope);
    const [decided, last] = await Promise.all([decide(first ?? (await builds.getHead(scope))), lastPlace]);
    first = undefined;
    return decided.change === undefined || (await builds.commit(scope, decided.change, last)) ? decided : undefined;
  });
  return result;
};
