import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { inlineDocumentBytes } from '#contract/define-endpoint.ts';
import type { EndpointQuota } from '#contract/fair-use.ts';
import { registry } from '#contract/endpoints/index.ts';
import { largestUploadBytes } from '#contract/schemas/uploads.ts';
import { fairUse } from '#domain/billing/fair-use.ts';
import { RateLimits } from '#http/rate-limits.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { invite } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import { publish } from '../support/road.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';
import { runWidgets, widgetSpec } from '../support/widgets.ts';

/** Within one minute and one hour, wherever the test begins. */
afterAll(() => vi.useRealTimers());
vi.useFakeTimers({ now: new Date('2026-11-01T10:00:05Z'), toFake: ['Date'] });
const scenario = await openScenario(localPorts(), { limits: new RateLimits(() => 0) });

type Case = { path: string; body: (turn: number) => object };
/** Each operation that is counted exactly, in a fresh tenant. */
const counted: Record<string, (tenant: Tenant) => Promise<Case>> = {
  createPat: async () => ({ path: '/api/v1/pats', body: (turn) => ({ name: `Token ${turn}` }) }),
  inviteUser: async ({ tenantId }) => ({
    path: '/api/manage/users',
    body: (turn) => ({ email: `q${turn}-${tenantId}@example.test`, role: 'VIEWER' }),
  }),
  createInvitationLink: async () => ({
    path: '/api/manage/invitations',
    body: () => ({ role: 'VIEWER', maxUses: 1, expiresInDays: 1 }),
  }),
  publishFeatureSpec: async (tenant) => {
    const { path } = await aFeature(tenant, await aProject(tenant));
    return { path: `${path}/spec`, body: () => ({ spec: widgetSpec }) };
  },
  retryBuild: async (tenant) => {
    const { path } = await aFeature(tenant, await aProject(tenant));
    await publish(tenant, path);
    // That build was counted, too.
    vi.setSystemTime(Date.now() + 60_000);
    return { path: `${path}/builds`, body: () => ({ force: true }) };
  },
  renewInvitation: async (tenant) => {
    const { id } = await invite(tenant, { email: `${tenant.tenantId}@example.test`, role: 'VIEWER' });
    return { path: `/api/manage/users/${id}/invitation`, body: () => ({}) };
  },
  generateValidationCases: async (tenant) => {
    const project = await aProject(tenant);
    const { id } = await aFeature(tenant, project);
    return { path: `${project.path}/validation-cases/generate`, body: () => ({ featureId: id }) };
  },
  createUpload: async (tenant) => {
    const feature = await aFeature(tenant, await aProject(tenant));
    const body = { kind: 'RUN', sizeBytes: 9, sha256: '0'.repeat(64) };
    return { path: `${feature.path}/uploads`, body: () => body };
  },
  releasePersonaCredentials: async (tenant) => {
    const feature = await aFeature(tenant, await aProject(tenant));
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const body = { publicKey: await exportJWK(publicKey) };
    return { path: `${feature.path}/persona-credentials`, body: () => body };
  },
  recordRun: async (tenant) => {
    const feature = await aFeature(tenant, await aProject(tenant));
    await publish(tenant, feature.path);
    const { journeys, ...document } = await runWidgets();
    const results = { ...document, journeys: journeys.slice(0, 1) };
    return { path: `${feature.path}/verifier-runs`, body: (turn) => ({ results, branch: `b${turn}` }) };
  },
};

test('every operation with a quota is in this table', () => {
  const limited = registry.filter(({ quotas }) => quotas.length > 0).map(({ operationId }) => operationId);
  expect(limited.toSorted()).toEqual(Object.keys(counted).toSorted());
});

describe.each(Object.entries(counted))('%s', (operationId, prepare) => {
  const { method, quotas } = registry.find((endpoint) => endpoint.operationId === operationId)!;
  const [{ limit: said, windowSeconds }] = quotas as [EndpointQuota];
  const tier = typeof said === 'number' ? 'TEAM' : 'FREE';
  const limit = typeof said === 'number' ? said : fairUse.FREE[said]!;

  testWithActors(
    'of many at once exactly as many go through as are allowed, and the next window has room',
    async () => {
      vi.setSystemTime(new Date('2026-11-01T10:00:05Z'));
      const tenant = await scenario.aTenant(tier);
      const { path, body } = await prepare(tenant);
      // A few at once: more at one counter than the tries of a transaction would only wait for each other.
      const answers = [];
      for (let turn = 0; turn < limit + 6; turn += 3)
        answers.push(
          ...(await Promise.all(
            [0, 1, 2].map((more) => tenant.owner.send<{ code: string }>(method, path, body(turn + more))),
          )),
        );
      const refused = answers.filter(({ status }) => status >= 300);
      expect(answers.length - refused.length).toBe(limit);
      for (const { status, headers, body: problem } of refused) {
        expect([status, problem.code]).toEqual([429, 'RATE_LIMITED']);
        // Requests that wait for one another are some seconds late.
        expect(Number(headers['retry-after'])).toBeGreaterThan(windowSeconds - 20);
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(windowSeconds - 5);
      }
      const other = await scenario.aTenant(tier);
      const elsewhere = await prepare(other);
      expect((await other.owner.send(method, elsewhere.path, elsewhere.body(0))).status).toBeLessThan(300);
      vi.setSystemTime(Date.now() + windowSeconds * 1000);
      expect((await tenant.owner.send(method, path, body(limit + 20))).status).toBeLessThan(300);
    },
  );
});

testWithActors('a request that is refused for another reason counts nothing, and neither does a replay', async () => {
  vi.setSystemTime(new Date('2026-11-01T12:00:05Z'));
  const tenant = await scenario.aTenant();
  const limit = registry.find(({ operationId }) => operationId === 'createPat')!.quotas[0]!.limit as number;
  const key = { 'idempotency-key': 'the-same-key' };
  for (let turn = 0; turn < limit + 5; turn++) {
    expect((await tenant.owner.post('/api/v1/pats', { name: '' })).status).toBe(400);
    expect((await tenant.owner.send('POST', '/api/v1/pats', { name: 'One' }, key)).status).toBe(201);
  }
  for (let turn = 1; turn < limit; turn++)
    expect((await tenant.owner.post('/api/v1/pats', { name: `Token ${turn}` })).status).toBe(201);
  expect((await tenant.owner.post('/api/v1/pats', { name: 'One more' })).status).toBe(429);
});

testWithActors('uploads are counted by their bytes, for the tenant and the day, as its tier allows', async () => {
  vi.setSystemTime(new Date('2026-11-01T18:00:00Z'));
  const tenant = await scenario.aTenant('FREE');
  const { path } = await aFeature(tenant, await aProject(tenant));
  const announce = (megabytes: number, by = tenant, at = path) =>
    by.owner.post(`${at}/uploads`, { kind: 'RUN', sizeBytes: megabytes * 1_000_000, sha256: '0'.repeat(64) });
  for (let count = 0; count < 9; count++) expect((await announce(100)).status).toBe(201);
  const refused = await announce(100);
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '21600']);
  expect(refused.body['detail']).toBe(
    'Your tenant may have 1000 MB of specs and runs a day on tier FREE. Try again in 21600 s.',
  );
  expect((await announce(99)).status).toBe(201);
  vi.setSystemTime(new Date('2026-11-02T00:00:01Z'));
  expect((await announce(100)).status).toBe(201);
  const enterprise = await scenario.aTenant('ENTERPRISE');
  const unlimited = await aFeature(enterprise, await aProject(enterprise));
  for (let count = 0; count < 11; count++) expect((await announce(100, enterprise, unlimited.path)).status).toBe(201);
});

test('no request counts more than the smallest limit on bytes', () => {
  const smallest = Math.min(...Object.values(fairUse).map(({ uploadMegabytesPerDay: most }) => most ?? Infinity));
  expect(largestUploadBytes + inlineDocumentBytes).toBeLessThan(smallest * 1_000_000);
});

testWithActors('the requests of a tenant are limited by its tier; what is left is said with each answer', async () => {
  const tenant = await scenario.aTenant('FREE');
  const answers = [];
  for (let turn = 0; turn < 62; turn++) answers.push(await tenant.owner.get('/api/v1/me'));
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(60).fill(200), 429, 429]);
  expect(answers[0]!.headers['ratelimit-policy']).toBe('"tenant";q=60;w=60');
  expect(answers[0]!.headers['ratelimit']).toBe('"tenant";r=59;t=1');
  const refused = answers[60]!;
  expect([refused.body.code, refused.headers['retry-after']]).toEqual(['RATE_LIMITED', '1']);
  expect((await scenario.nobody.get('/api/v1/me')).status).toBe(401);
  expect((await (await scenario.aTenant('FREE')).owner.get('/api/v1/me')).status).toBe(200);
});
