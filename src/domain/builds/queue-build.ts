import type { Actor } from '#domain/access/actor.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Alongside } from '#domain/alongside.ts';
import { type FairUse, tooManyAtOnce } from '#domain/billing/fair-use.ts';
import type { BuildChange, BuildRoom, BuildWriter } from '#domain/ports/build-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';
import type { Build } from './build.ts';
import { changeOf, hasEnded, newBuild } from './build-rules.ts';
import { commitChange } from './commit-change.ts';
import { endBuild } from './end-build.ts';
import type { FeatureHead } from './feature-head.ts';
import { idAfter } from './id-after.ts';

type Ports = { 'builds:write': BuildWriter; 'builds:start': WorkflowStarter };

/** What the caller makes of the head before the build is queued; throws to refuse. */
export type Preparation<T> = (
  head: FeatureHead,
  latest: Build | undefined,
) => Promise<{ head: FeatureHead; result: T }>;

/** `head`: where it is known already. `accompany`: what goes with the change that queues this build. `room`: where builds are limited. */
export type Queueing<T> = {
  head?: FeatureHead;
  accompany?: (build: Build, result: T) => Alongside;
  room?: BuildRoom | undefined;
};

/**
 * Queues a build of the head's spec and starts its workflow. A build still under way is superseded: it would end on a spec or
 * on personas that are no longer the newest.
 */
export const queueBuild = async <T>(
  scope: FeatureScope,
  ports: Ports,
  runtime: Runtime,
  prepare: Preparation<T>,
  { head: known, accompany, room }: Queueing<T> = {},
): Promise<{ build: Build; result: T }> => {
  const builds = ports['builds:write'];
  const queued = await commitChange(
    builds,
    runtime,
    scope,
    async (head) => {
      const latest = head.latestBuildId === null ? undefined : await builds.find(scope, head.latestBuildId);
      const prepared = await prepare(head, latest);
      const { change, build } = queue(scope, prepared.head, latest, runtime);
      const more = { ...(accompany && { alongside: accompany(build, prepared.result) }), ...(room && { room }) };
      return { change: { ...change, ...more }, result: { build, result: prepared.result } };
    },
    known,
  );
  await start(scope, ports, runtime, queued.build);
  return queued;
};

const queue = (
  scope: FeatureScope,
  head: FeatureHead,
  latest: Build | undefined,
  runtime: Runtime,
): { change: BuildChange; build: Build } => {
  const newId = (): string => idAfter(head.latestBuildId, runtime.newId());
  const build = newBuild(scope, head.specHash!, head.buildCount + 1, { ...runtime, newId });
  const overtaken =
    latest && !hasEnded(latest)
      ? [{ from: latest, to: { ...latest, state: 'SUPERSEDED' as const, completedAt: build.createdAt } }]
      : [];
  const change = changeOf(
    scope,
    { ...head, latestBuildId: build.id, buildCount: build.sequence },
    [...overtaken, { from: undefined, to: build }],
    runtime,
  );
  return { change, build };
};

const start = async (scope: FeatureScope, ports: Ports, runtime: Runtime, build: Build): Promise<void> => {
  const { tenantId, workspaceId, projectId, featureId } = scope;
  const ids = { tenantId, workspaceId, projectId, featureId, buildId: build.id };
  try {
    await ports['builds:start'].start(scope, build.id, ids);
  } catch (cause) {
    const reason = { reason: 'WORKFLOW_NOT_STARTED', message: 'The build could not be started. Build again.' };
    await endBuild(scope, ports['builds:write'], runtime, build.id, reason);
    throw new ServiceError(
      'DEPENDENCY_UNAVAILABLE',
      `The spec is published, but build ${build.id} could not be started. Retry the build.`,
      [],
      { cause },
    );
  }
};

/** A build takes half a minute to a minute and a half. */
const buildSeconds = 30;

/** The room that the caller's tier leaves for builds. */
export const roomFor = ({ tier }: Actor, { buildsInFlight: limit }: FairUse): BuildRoom | undefined =>
  limit === null ? undefined : { limit, refusal: () => tooManyAtOnce(tier, limit, 'builds under way', buildSeconds) };
