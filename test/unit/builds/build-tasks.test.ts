import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type FeatureScope, taskScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { failBuild } from '#domain/builds/fail-build.ts';
import { orderVerifier } from '#domain/builds/order-verifier.ts';
import { queueBuild } from '#domain/builds/queue-build.ts';
import { registerBuild } from '#domain/builds/register-build.ts';
import { startBuild } from '#domain/builds/start-build.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';
import { systemRuntime as runtime } from '#functions/support/runtime.ts';
import { FileBlobs } from '../../../local/blob-store/file-blobs.ts';
import { openRecords } from '../../support/record-ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'build-tasks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const blobs = new FileBlobs(folder);
const records = await openRecords();
const { newFeature } = records;
const ports = { ...records.ports, 'blobs:read': blobs, 'blobs:remove': blobs };
const builds = ports['builds:write'];
const started: WorkflowStarter = { start: async () => true };

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
/** Orders the verifier of a build; its content is decided by the runners alone. */
const order = (ids: Ids, runnerRelease = 'r1') =>
  orderVerifier(ids, { ...ports, 'runners:read': { release: async () => runnerRelease } }, runtime);
/** What the build was ordered to make lies where it shall; so does what lies beside it. */
const stamp = async (scope: FeatureScope, { buildId }: Ids) => {
  const files = JSON.stringify({
    artifacts: [{ platform: 'node', sha256: buildId, sizeBytes: 1 }],
    statementSignature: 'signed',
  });
  await blobs.write(scope, blobKeys.verifierFiles(scope, buildId), Buffer.from(files));
  await blobs.write(scope, blobKeys.verifier(scope, buildId, 'node'), Buffer.from('file'));
};
/** Everything from the order to READY. */
const made = async (ids: Ids, runnerRelease?: string): Promise<void> => {
  const scope = taskScope.feature(ids);
  if ((await order(ids, runnerRelease))['isStamped'] !== true) await stamp(scope, ids);
  await registerBuild(ids, ports, runtime);
};
const hasFile = async (scope: FeatureScope, { buildId }: Ids) =>
  (await blobs.read(scope, blobKeys.verifier(scope, buildId, 'node'))) !== undefined;
const stateOf = async (scope: FeatureScope, buildId: string) => (await builds.find(scope, buildId))?.state;
const failure = (Error: string, Cause: string) => ({ failure: { Error, Cause } });

describe('the files of a build', () => {
  test('are taken over by the next build of the same content, and go with the first of another', async () => {
    const scope = await newFeature();
    const first = await queued(scope);
    await made(first);
    const second = await queued(scope);
    expect(await order(second)).toMatchObject({ isStamped: true });
    await registerBuild(second, ports, runtime);
    const ready = await builds.find(scope, second.buildId);
    expect(ready).toMatchObject({
      state: 'READY',
      filesBuildId: first.buildId,
      statementSignature: 'signed',
      sequence: 2,
    });
    expect(ready?.artifacts).toEqual([{ platform: 'node', sha256: first.buildId, sizeBytes: 1 }]);
    expect(await hasFile(scope, first)).toBe(true);
    const third = await queued(scope);
    expect(await order(third, 'r2')).toMatchObject({ isStamped: false, runnerRelease: 'r2' });
    await stamp(scope, third);
    await registerBuild(third, ports, runtime);
    expect(await Promise.all([first, third].map((ids) => hasFile(scope, ids)))).toEqual([false, true]);
  });

  test('that was overtaken go with the next READY one; those of a later build stay', async () => {
    const scope = await newFeature();
    const overtaken = await queued(scope);
    await order(overtaken);
    await stamp(scope, overtaken);
    const ready = await queued(scope);
    const later = { ...ready, buildId: runtime.newId() };
    await stamp(scope, later);
    const stranger = await newFeature();
    await stamp(stranger, overtaken);
    await made(ready);
    expect(await Promise.all([overtaken, ready, later].map((ids) => hasFile(scope, ids)))).toEqual([false, true, true]);
    expect(await hasFile(stranger, overtaken)).toBe(true);
    // Once more, as after a lost answer.
    await registerBuild(ready, ports, runtime);
    expect(await hasFile(scope, ready)).toBe(true);
  });
});

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
    await made(ids);
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
    await made(ids);
    await failBuild({ ...ids, ...failure('TypeError', 'late') }, ports, runtime);
    expect(await stateOf(scope, ids.buildId)).toBe('READY');
  });

  test('that has ended is not begun again by a second execution', async () => {
    for (const end of [made, (ids: Ids) => failBuild({ ...ids, ...failure('TypeError', 'x') }, ports, runtime)]) {
      const scope = await newFeature();
      const ids = await queued(scope);
      await end(ids);
      const before = await builds.find(scope, ids.buildId);
      await expect(startBuild(ids, ports, runtime)).rejects.toMatchObject({ name: 'BUILD_ENDED' });
      expect(await builds.find(scope, ids.buildId)).toEqual(before);
    }
  });

  test('of a feature that was deleted meanwhile ends quietly', async () => {
    const scope = await newFeature();
    const ids = await queued(scope);
    await ports['features:place'].delete(scope, undefined, {});
    await expect(startBuild(ids, ports, runtime)).rejects.toBeDefined();
    await expect(failBuild({ ...ids, ...failure('BUILD_ENDED', 'gone') }, ports, runtime)).resolves.toEqual({});
  });
});
