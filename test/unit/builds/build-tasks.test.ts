import { describe, expect, test } from 'vitest';
import type { FeatureScope } from '#domain/access/scope.ts';
import { failBuild } from '#domain/builds/fail-build.ts';
import { queueBuild } from '#domain/builds/queue-build.ts';
import { registerBuild } from '#domain/builds/register-build.ts';
import { startBuild } from '#domain/builds/start-build.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';
import { systemRuntime as runtime } from '#functions/support/runtime.ts';
import { openRecords } from '../../support/record-ports.ts';

const { ports, newFeature } = await openRecords();
const builds = ports['builds:write'];
const started: WorkflowStarter = { start: async () => undefined };

/** Queues a build; its workflow does nothing by itself. */
const queued = async (scope: FeatureScope, workflows = started) => {
  const { build } = await queueBuild(
    scope,
    { 'builds:write': builds, 'builds:start': workflows },
    runtime,
    async (head) => ({ head: { ...head, specHash: `sha256:${'0'.repeat(64)}` }, result: undefined }),
  );
  const { tenantId, workspaceId, projectId, featureId } = scope;
  return { tenantId, workspaceId, projectId, featureId, buildId: build.id };
};
type Ids = Awaited<ReturnType<typeof queued>>;
const stateOf = async (scope: FeatureScope, buildId: string) => (await builds.find(scope, buildId))?.state;
const failure = (Error: string, Cause: string) => ({ failure: { Error, Cause } });

describe('a build', () => {
  test('whose workflow cannot be started is FAILED at once, and the caller hears it', async () => {
    const scope = await newFeature();
    const cause = new Error('no workflows today');
    const broken: WorkflowStarter = { start: () => Promise.reject(cause) };
    await expect(queued(scope, broken)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE', cause });
    const [build] = await builds.list(scope);
    expect(build).toMatchObject({ state: 'FAILED', reason: 'WORKFLOW_NOT_STARTED' });
  });

  test('that runs a step again keeps its first start, and tells its state once', async () => {
    const scope = await newFeature();
    const ids = await queued(scope);
    await startBuild(ids, ports, runtime);
    const first = await builds.find(scope, ids.buildId);
    await startBuild(ids, ports, runtime);
    expect(await builds.find(scope, ids.buildId)).toEqual(first);
    await registerBuild(ids, ports, runtime);
    await registerBuild(ids, ports, runtime);
    const events = await ports['events:read'].listAfter(scope, 0, 10);
    expect(events.map(({ detail }) => detail.status)).toEqual(['QUEUED', 'BUILDING', 'READY']);
  });

  test('that was overtaken ends as SUPERSEDED, whatever its steps still do', async () => {
    const scope = await newFeature();
    const ids = await queued(scope);
    await startBuild(ids, ports, runtime);
    const later = await queued(scope);
    for (const step of [startBuild, registerBuild])
      await expect(step(ids, ports, runtime)).rejects.toMatchObject({ name: 'BUILD_ENDED' });
    await failBuild({ ...ids, ...failure('BUILD_ENDED', 'overtaken') }, ports, runtime);
    expect([await stateOf(scope, ids.buildId), await stateOf(scope, later.buildId)]).toEqual(['SUPERSEDED', 'QUEUED']);
  });

  test('that fails says why, also where the cause comes wrapped', async () => {
    for (const cause of [
      'add an id',
      JSON.stringify({ errorType: 'NO_EXECUTABLE_PLANS', errorMessage: 'add an id' }),
    ]) {
      const scope = await newFeature();
      const ids = await queued(scope);
      await failBuild({ ...ids, ...failure('NO_EXECUTABLE_PLANS', cause) }, ports, runtime);
      const build = await builds.find(scope, ids.buildId);
      expect(build).toMatchObject({ state: 'FAILED', reason: 'NO_EXECUTABLE_PLANS', message: 'add an id' });
    }
  });

  test('that breaks on our side tells nothing of our inside', async () => {
    const scope = await newFeature();
    const ids = await queued(scope);
    await failBuild({ ...ids, ...failure('TypeError', 'secret of /var/task') }, ports, runtime);
    const build = await builds.find(scope, ids.buildId);
    expect(build).toMatchObject({ state: 'FAILED', reason: 'BUILD_BROKEN' });
    expect(build?.message).not.toContain('/var/task');
  });

  test('that is READY stays so, whatever fails later', async () => {
    const scope = await newFeature();
    const ids = await queued(scope);
    await registerBuild(ids, ports, runtime);
    await failBuild({ ...ids, ...failure('TypeError', 'late') }, ports, runtime);
    expect(await stateOf(scope, ids.buildId)).toBe('READY');
  });

  test('that has ended is not begun again by a second execution', async () => {
    for (const end of [
      registerBuild,
      (ids: Ids) => failBuild({ ...ids, ...failure('TypeError', 'x') }, ports, runtime),
    ]) {
      const scope = await newFeature();
      const ids = await queued(scope);
      await end(ids, ports, runtime);
      const before = await builds.find(scope, ids.buildId);
      await expect(startBuild(ids, ports, runtime)).rejects.toMatchObject({ name: 'BUILD_ENDED' });
      expect(await builds.find(scope, ids.buildId)).toEqual(before);
    }
  });

  test('of a feature that was deleted meanwhile ends quietly', async () => {
    const scope = await newFeature();
    const ids = await queued(scope);
    await ports['features:place'].delete(scope);
    await expect(startBuild(ids, ports, runtime)).rejects.toBeDefined();
    await expect(failBuild({ ...ids, ...failure('BUILD_ENDED', 'gone') }, ports, runtime)).resolves.toEqual({});
  });
});
