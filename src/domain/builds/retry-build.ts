import type { retryBuild as endpoint } from '#contract/endpoints/builds.ts';
import { ServiceError } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { acceptedHeaders } from './publish-feature-spec.ts';
import type { Build } from './build.ts';
import { type Preparation, queueBuild, roomFor } from './queue-build.ts';
import { showBuild } from './show-build.ts';

/** Builds again from the published spec. BUILD_NOT_FAILED unless the last build FAILED or `force` is given. */
export const retryBuild: UseCase<typeof endpoint> = async (
  { actor, scope, head: known, body, fairUse, alongside },
  ports,
  runtime,
) => {
  const answer = (build: Build) => ({ body: showBuild(build), headers: acceptedHeaders(scope, build.id) });
  const prepare: Preparation<undefined> = async (head, latest) => {
    if (latest === undefined)
      throw new ServiceError('BUILD_NOT_FAILED', 'There is no build yet. Publish a spec first: PUT …/spec.');
    if (latest.state !== 'FAILED' && !body.force) {
      throw new ServiceError(
        'BUILD_NOT_FAILED',
        `The last build ${latest.id} is ${latest.state}. Send {"force": true} to build again all the same.`,
      );
    }
    return { head, result: undefined };
  };
  const accompany = (queued: Build) => alongside(answer(queued));
  const room = roomFor(actor, fairUse);
  const { build } = await queueBuild(scope, ports, runtime, prepare, { head: known, accompany, room });
  return answer(build);
};
