import { expect, vi } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import * as ranges from '#adapters/dynamodb/ranges.ts';
import { openWork } from '#adapters/dynamodb/index-keys.ts';
import { openInvitation } from '#adapters/dynamodb/user-items.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import { deliverWebhooks, expireInvitations, expireRuns, publishEvents, sweep as sweepJob } from '#contract/jobs.ts';
import { type FeatureScope, mintScope } from '#domain/access/scope.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { cutOffBuild, cutOffGeneration } from '../support/cut-off.ts';
import { invite } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import { publish, record } from '../support/road.ts';
import { openScenario, testWithDeployment } from '../support/scenario.ts';
import { anEvent } from '../support/webhook-event.ts';
import { runWidgets } from '../support/widgets.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { runJob, tables } = scenario.target;
const records = tables && tablePorts(tables);
const sweep = () => runJob!(sweepJob);
const patience = { timeout: 20_000 };

const newFeature = async (): Promise<FeatureScope> => {
  const project = await aProject(tenant);
  const { id } = await aFeature(tenant, project);
  const workspace = mintScope.workspace(mintScope.tenant(tenant.tenantId), tenant.workspaceId);
  return mintScope.feature(mintScope.project(workspace, project.id), id);
};

/** A webhook of the feature's project; its path. */
const aWebhook = async ({ workspaceId, projectId }: FeatureScope): Promise<{ id: string; path: string }> => {
  const webhooks = `/api/v1/workspaces/${workspaceId}/projects/${projectId}/webhooks`;
  const { body } = await tenant.owner.post<{ id: string }>(webhooks, { url: 'https://hooks.example.com/x' });
  return { id: body.id, path: `${webhooks}/${body.id}` };
};
type Shown = { eventId: string; attempts: object[] };
const deliveriesOf = async (webhook: { path: string }): Promise<Shown[]> =>
  (await tenant.owner.get<{ data: Shown[] }>(`${webhook.path}/deliveries`)).body.data;

const minutes = 60_000;
const ago = (durationMs: number): Date => new Date(Date.now() - durationMs);

const aQueuedBuild = (scope: FeatureScope, ageMs: number): Promise<string> =>
  cutOffBuild(records!['builds:write'], scope, ago(ageMs));
const stateOf = async (scope: FeatureScope, buildId: string) => {
  const build = await records!['builds:read'].find(scope, buildId);
  return [build?.state, build?.reason];
};

testWithDeployment(
  'publish-events: what the stream brings is queued for webhooks, published, and open work no more',
  async () => {
    const scope = await newFeature();
    const webhook = await aWebhook(scope);
    await aQueuedBuild(scope, 0);
    const table = tables!(tenant.tenantId);
    const { items } = await table.query(ranges.eventsAfter(scope, 0));
    await runJob!(publishEvents, items);
    const [told] = (await table.query(ranges.eventsAfter(scope, 0))).items.slice(-1);
    expect(told).toMatchObject({ publishedAt: expect.any(String) });
    expect(told).not.toHaveProperty('gsi1pk');
    expect(await deliveriesOf(webhook)).toMatchObject([{ eventId: (told!['detail'] as { eventId: string }).eventId }]);
  },
);

testWithDeployment('sweep: an event that was not published is', async () => {
  const scope = await newFeature();
  await aQueuedBuild(scope, 0);
  const table = tables!(tenant.tenantId);
  const [made] = (await table.query(ranges.eventsAfter(scope, 0))).items.slice(-1);
  const occurredAt = ago(10 * minutes).toISOString();
  const cursor = 900_000;
  const detail = { ...(made!['detail'] as object), eventId: systemRuntime.newId(), occurredAt };
  const open = {
    ...made!,
    ...keys.event(scope, cursor),
    cursor,
    detail,
    ...openWork('EVENT', occurredAt, scope.tenantId, detail.eventId),
  };
  // Not as a new item: the stream would bring that to the publisher.
  await table.put(keys.event(scope, cursor));
  await table.put(open as Parameters<typeof table.put>[0]);
  const webhook = await aWebhook(scope);
  await sweep();
  expect((await deliveriesOf(webhook)).map(({ eventId }) => eventId)).toContain(detail.eventId);
  expect(await table.get(keys.event(scope, cursor))).toMatchObject({ publishedAt: expect.any(String) });
});

testWithDeployment('sweep: a build whose start was cut off is started', async () => {
  const scope = await newFeature();
  const buildId = await aQueuedBuild(scope, 10 * minutes);
  await sweep();
  // It has no spec.
  await vi.waitFor(async () => expect((await stateOf(scope, buildId))[0]).toBe('FAILED'), patience);
});

testWithDeployment('sweep: a build that nobody will end is FAILED', async () => {
  const scope = await newFeature();
  const buildId = await aQueuedBuild(scope, 61 * minutes);
  await sweep();
  expect(await stateOf(scope, buildId)).toEqual(['FAILED', 'BUILD_BROKEN']);
});

const aGeneration = (scope: FeatureScope, ageMs: number): Promise<string> =>
  cutOffGeneration(records!['cases:write'], scope, ago(ageMs));
const endOfGeneration = async (scope: FeatureScope, workflowId: string) => {
  const call = await tables!(tenant.tenantId).get(keys.aiCall(scope, workflowId));
  return [(await records!['cases:read'].findGeneration(scope, workflowId))?.status, call?.['state']];
};

testWithDeployment('sweep: a generation whose start was cut off is started', async () => {
  const scope = await newFeature();
  const workflowId = await aGeneration(scope, 10 * minutes);
  await sweep();
  // It has no documents.
  await vi.waitFor(
    async () => expect(await endOfGeneration(scope, workflowId)).toEqual(['FAILED', 'RELEASED']),
    patience,
  );
});

testWithDeployment('sweep: a generation that nobody will end is FAILED and gives back what it reserved', async () => {
  const scope = await newFeature();
  const workflowId = await aGeneration(scope, 241 * minutes);
  await sweep();
  expect(await endOfGeneration(scope, workflowId)).toEqual(['FAILED', 'RELEASED']);
});

testWithDeployment('sweep: a deletion whose start was cut off is started', async () => {
  const scope = await newFeature();
  expect(await records!['projects:write'].delete(scope, ago(10 * minutes), undefined, {})).toBe('DONE');
  await sweep();
  const table = tables!(tenant.tenantId);
  await vi.waitFor(async () => {
    expect(await table.get(keys.deletion(scope, scope.projectId))).toBeUndefined();
    expect((await table.query(ranges.inProject(scope))).items).toEqual([]);
  }, patience);
});

testWithDeployment('deliver-webhooks: what is due is tried, and what came of it is in the log', async () => {
  const scope = await newFeature();
  const webhook = await aWebhook(scope);
  // An address that the service never calls, so that nothing leaves this machine.
  const key = keys.webhook(scope, webhook.id);
  await tables!(tenant.tenantId).update(key, [set('url', 'https://127.0.0.1/')]);
  await records!['deliveries:queue'].queue(scope, anEvent(scope), ago(minutes));
  await runJob!(deliverWebhooks);
  await vi.waitFor(
    async () => expect(await deliveriesOf(webhook)).toMatchObject([{ attempts: [{ error: 'ADDRESS_REFUSED' }] }]),
    patience,
  );
});

/** A recorded run, as if its recorder had ended before it was counted: its results are there, and nothing shows it. */
const anUncountedRun = async (ageMs: number) => {
  const scope = await newFeature();
  const { workspaceId, projectId, featureId } = scope;
  const path = `/api/v1/workspaces/${workspaceId}/projects/${projectId}/features/${featureId}`;
  await publish(tenant, path);
  const { body } = await record(tenant.owner, path, await runWidgets());
  const runs = records!['runs:write'];
  const run = (await runs.find(scope, body.run.runId))!;
  const date = run.startedAt.slice(0, 10);
  const day = { tenantId: tenant.tenantId, workspaceId, projectId, date, lastRecordedAt: run.recordedAt };
  expect(await records!['runs:expire'].hide(scope, day)).toBe(1);
  await records!['runs:expire'].forget(scope, run.runId);
  expect(await runs.append(scope, { ...run, recordedAt: ago(ageMs).toISOString() }, {})).toBe(true);
  return { scope, runId: run.runId };
};

testWithDeployment('sweep: a run that was stored and not counted counts', async () => {
  const { scope, runId } = await anUncountedRun(10 * minutes);
  await sweep();
  const runs = records!['runs:write'];
  expect(await runs.find(scope, runId)).toMatchObject({ runId, passed: 9, counts: true });
  expect(await runs.isWaiting(scope, runId)).toBe(false);
});

testWithDeployment('sweep: a run whose results are missing is reported, and keeps no other from counting', async () => {
  const broken = await newFeature();
  const recordedAt = ago(20 * minutes).toISOString();
  const run = { runId: systemRuntime.newId(), startedAt: recordedAt, status: 'COMPLETED', recordedAt } as TestRun;
  const runs = records!['runs:write'];
  expect(await runs.append(broken, run, {})).toBe(true);
  const { scope, runId } = await anUncountedRun(10 * minutes);
  await expect(sweep()).rejects.toThrow(`${run.runId}`);
  expect(await runs.find(scope, runId)).toMatchObject({ runId, counts: true });
  await runs.dropWaiting(broken, [run.runId]);
  await sweep();
});

testWithDeployment('sweep: a run that waits for a feature that is gone goes, too', async () => {
  const scope = await newFeature();
  const recordedAt = ago(10 * minutes).toISOString();
  const run = { runId: systemRuntime.newId(), startedAt: recordedAt, status: 'COMPLETED', recordedAt } as TestRun;
  expect(await records!['runs:write'].append(scope, run, {})).toBe(true);
  await records!['features:place'].delete(scope, undefined, {});
  await sweep();
  expect(await records!['runs:write'].isWaiting(scope, run.runId)).toBe(false);
});

testWithDeployment(
  'expire-invitations: who did not accept in time is gone, and their seat and address are free',
  async () => {
    const email = `late-${tenant.tenantId}@example.test`;
    const aSeat = async () => (await tenant.owner.get('/api/billing/subscription-status')).body['billableMembers'];
    const before = await aSeat();
    const { id } = await invite(tenant, { email, role: 'MEMBER' });
    expect(await aSeat()).toBe(Number(before) + 1);
    await runJob!(expireInvitations);
    expect((await tenant.owner.get(`/api/manage/users/${id}`)).status).toBe(200);
    const { tenantId } = tenant;
    const scope = mintScope.tenant(tenantId);
    const validUntil = ago(minutes).toISOString();
    const { gsi1sk } = openInvitation(scope, id, { digest: '', validUntil });
    const past = [set(['invitation', 'validUntil'], validUntil), set('gsi1sk', gsi1sk)];
    await tables!(tenantId).update(keys.user(scope, id), past);
    await runJob!(expireInvitations);
    await vi.waitFor(
      async () => expect((await tenant.owner.get(`/api/manage/users/${id}`)).status).toBe(404),
      patience,
    );
    expect(await aSeat()).toBe(before);
    const { body: log } = await tenant.owner.get('/api/v1/audit-log?action=SEAT_REMOVED');
    expect(log['data']).toMatchObject([
      { actor: { userId: null }, target: { id, name: email }, metadata: { user: id, flooredAtMinimum: true } },
    ]);
    expect((await tenant.owner.post('/api/manage/users', { email, role: 'VIEWER' })).status).toBe(201);
  },
);

testWithDeployment('expire-runs: a run whose time is over is gone, and the day that it was counted on', async () => {
  const scope = await newFeature();
  const recordedAt = ago(181 * 24 * 60 * minutes).toISOString();
  const runId = systemRuntime.newId();
  const run = { runId, startedAt: recordedAt, status: 'COMPLETED', recordedAt } as TestRun;
  const head = await records!['builds:read'].getHead(scope);
  expect(await records!['runs:write'].record(scope, { runs: [run], head, mayWait: false }, {})).toBe(true);
  await runJob!(expireRuns);
  expect(await records!['runs:write'].find(scope, runId)).toBeUndefined();
  expect(await tables!(tenant.tenantId).get(keys.runDay(scope, recordedAt.slice(0, 10)))).toBeUndefined();
  expect(await tables!(tenant.tenantId).get(keys.hiddenRun(scope, runId))).toBeUndefined();
});
