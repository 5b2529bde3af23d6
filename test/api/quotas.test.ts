import { generateKeyPairSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { RateLimits } from '#http/rate-limits.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { invite } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import { publish } from '../support/road.ts';
import { openScenario, type Tenant } from '../support/scenario.ts';
import { runWidgets, widgetSpec } from '../support/widgets.ts';

const scenario = await openScenario(localPorts(), { limits: new RateLimits(Date.now) });
/** A deployment for tests limits nobody, but for the one function whose right to count is taken away. */
const testWhereLimited = test.skipIf(process.env['API_TARGET'] !== undefined && process.env['RATE_LIMITS'] !== 'on');

/** A request of each operation that is counted. */
const counted: Record<string, (tenant: Tenant) => Promise<[path: string, body: object]>> = {
  createPat: async () => ['/api/v1/pats', { name: 'A token' }],
  inviteUser: async ({ tenantId }) => ['/api/manage/users', { email: `${tenantId}@example.test`, role: 'VIEWER' }],
  createInvitationLink: async () => ['/api/manage/invitations', { role: 'VIEWER', maxUses: 1, expiresInDays: 1 }],
  publishFeatureSpec: async (tenant) => {
    const { path } = await aFeature(tenant, await aProject(tenant));
    return [`${path}/spec`, { spec: widgetSpec }];
  },
  retryBuild: async (tenant) => {
    const { path } = await aFeature(tenant, await aProject(tenant));
    await publish(tenant, path);
    return [`${path}/builds`, { force: true }];
  },
  renewInvitation: async (tenant) => {
    const { id } = await invite(tenant, { email: `${tenant.tenantId}@example.test`, role: 'VIEWER' });
    return [`/api/manage/users/${id}/invitation`, {}];
  },
  generateValidationCases: async (tenant) => {
    const project = await aProject(tenant);
    const { id: featureId } = await aFeature(tenant, project);
    return [`${project.path}/validation-cases/generate`, { featureId }];
  },
  createUpload: async (tenant) => {
    const { path } = await aFeature(tenant, await aProject(tenant));
    return [`${path}/uploads`, { kind: 'RUN', sizeBytes: 9, sha256: '0'.repeat(64) }];
  },
  releasePersonaCredentials: async (tenant) => {
    const { path } = await aFeature(tenant, await aProject(tenant));
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return [`${path}/persona-credentials`, { publicKey: publicKey.export({ format: 'jwk' }) }];
  },
  recordRun: async (tenant) => {
    const { path } = await aFeature(tenant, await aProject(tenant));
    await publish(tenant, path);
    return [`${path}/verifier-runs`, { results: await runWidgets() }];
  },
};

test('every operation with a quota is in this table', () => {
  const limited = registry.filter(({ quotas }) => quotas.length > 0).map(({ operationId }) => operationId);
  expect(limited.toSorted()).toEqual(Object.keys(counted).toSorted());
});

testWhereLimited.for(Object.keys(counted))('%s is counted with what it writes', async (operationId) => {
  const tenant = await scenario.aTenant();
  const [path, body] = await counted[operationId]!(tenant);
  const { method, quotas } = registry.find((endpoint) => endpoint.operationId === operationId)!;
  const answer = await tenant.owner.send(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  const { items } = await scenario.target.tables!(tenant.tenantId).query({ pk: `T#${tenant.tenantId}#RL` });
  for (const { limit } of quotas) {
    const counter = typeof limit === 'number' ? operationId : limit;
    const counted = { sk: expect.stringMatching(`^${counter}#`), count: expect.any(Number) };
    expect(items).toContainEqual(expect.objectContaining(counted));
  }
});

testWhereLimited('listEvents holds a place of its tenant while it waits, and no longer', async () => {
  const tenant = await scenario.aTenant();
  const ofWaits = { pk: `T#${tenant.tenantId}#RL`, sk: { beginsWith: 'WAIT#' } };
  const places = async () => (await scenario.target.tables!(tenant.tenantId).query(ofWaits)).items.map(({ sk }) => sk);
  const waiting = tenant.owner.get('/api/v1/events?waitSeconds=25');
  await vi.waitFor(async () => expect(await places()).toEqual(['WAIT#0']), { timeout: 20_000, interval: 20 });
  const { path } = await aFeature(tenant, await aProject(tenant));
  await publish(tenant, path);
  expect((await waiting).status).toBe(200);
  expect(await places()).toEqual([]);
});
