import type { FeatureScope } from '#domain/access/scope.ts';
import type { BuildChange, BuildWriter } from '#domain/ports/build-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { FeatureHead } from './feature-head.ts';

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
  const { result } = await untilCommitted(runtime, 'feature', async () => {
    const feedEnd = first && builds.findFeedEnd(scope);
    const [decided, end] = await Promise.all([decide(first ?? (await builds.getHead(scope))), feedEnd]);
    first = undefined;
    return decided.change === undefined || (await builds.commit(scope, decided.change, end)) ? decided : undefined;
  });
  return result;
};
