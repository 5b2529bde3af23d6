import type { FeatureScope } from '#domain/access/scope.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';
import type { BuildChange } from '#domain/ports/build-repository.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { JEP_VERSION } from '#verifier/plan/plan.ts';
import type { Build, BuildState } from './build.ts';
import type { FeatureHead } from './feature-head.ts';

/** Nothing moves a build out of these, but a later READY build supersedes a READY one. */
const ended: readonly BuildState[] = ['READY', 'FAILED', 'SUPERSEDED'];
export const hasEnded = (build: Build): boolean => ended.includes(build.state);

/** A fresh attempt on the given spec. */
export const newBuild = (scope: FeatureScope, specHash: string, sequence: number, runtime: Runtime): Build => ({
  id: runtime.newId(),
  featureId: scope.featureId,
  sequence,
  state: 'QUEUED',
  reason: null,
  message: null,
  specHash,
  flowVersion: '0',
  jepVersion: JEP_VERSION,
  previousBuildId: null,
  plansHash: null,
  planCount: null,
  droppedCount: null,
  contentHash: null,
  filesBuildId: null,
  artifacts: [],
  statementSignature: null,
  createdAt: runtime.now().toISOString(),
  startedAt: null,
  completedAt: null,
});

/** The head once this build is the newest that is READY. */
export const withCurrent = (head: FeatureHead, { id, specHash, plansHash }: Build): FeatureHead => ({
  ...head,
  currentBuildId: id,
  currentPlans: { specHash, plansHash: plansHash! },
});

/** One build before (undefined: new) and after a step. */
export type Transition = { from: Build | undefined; to: Build };

/** The change that carries out the transitions, with one event for each change of state, numbered after the head's last. */
export const changeOf = (
  scope: FeatureScope,
  head: FeatureHead,
  transitions: Transition[],
  runtime: Runtime,
): BuildChange => {
  const moved = transitions.filter(({ from, to }) => from?.state !== to.state);
  const events = moved.map((transition, index) =>
    statusUpdate(scope, transition, head.eventSequence + index + 1, runtime),
  );
  return {
    head: { ...head, eventSequence: head.eventSequence + events.length },
    builds: transitions.map(({ to }) => to),
    events,
  };
};

const statusUpdate = (
  scope: FeatureScope,
  { from, to }: Transition,
  sequence: number,
  runtime: Runtime,
): VerifierStatusUpdate => ({
  version: 1,
  eventId: runtime.newId(),
  sequence,
  occurredAt: runtime.now().toISOString(),
  tenantId: scope.tenantId,
  workspaceId: scope.workspaceId,
  projectId: scope.projectId,
  featureId: scope.featureId,
  buildId: to.id,
  previousStatus: from?.state ?? null,
  status: to.state,
  ...(to.reason === null ? {} : { reason: to.reason }),
  specHash: to.specHash,
  jepVersion: to.jepVersion,
  flowVersion: to.flowVersion,
  ...(to.contentHash === null ? {} : { contentHash: to.contentHash }),
  platforms: to.artifacts.map(({ platform }) => platform),
});
