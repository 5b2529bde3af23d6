import type { FeatureScope } from '#domain/access/scope.ts';
import { ServiceError } from '#contract/errors.ts';
import type { BuildChange, BuildWriter } from '#domain/ports/build-repository.ts';
import type { FeatureHead } from './feature-head.ts';

const attempts = 8;

/**
 * Reads the head, decides, writes; starts over when somebody else moved the head meanwhile. `decide` may run several times, and
 * answers undefined where nothing is to be done. Throws DEPENDENCY_UNAVAILABLE when the feature does not come to rest.
 */
export const commitChange = async <T>(
  builds: BuildWriter,
  scope: FeatureScope,
  decide: (head: FeatureHead) => Promise<{ change?: BuildChange; result: T }>,
): Promise<T> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { change, result } = await decide(await builds.getHead(scope));
    if (change === undefined || (await builds.commit(scope, change))) return result;
  }
  throw new ServiceError('DEPENDENCY_UNAVAILABLE', 'The feature is being changed by others. Try again.');
};
