import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Envelope } from '#contract/dsse.ts';
import { absentId } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { type Build, endOf, openRoad, publish } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { readOnlySpec, widgetSpec } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
await publish(tenant, feature.path);
const path = `${feature.path}/verifier`;

test('200: a signed URL for five minutes, with its hash and the signed statement about the build', async () => {
  const before = Date.now();
  const { status, body } = await owner.get<Record<string, string>>(`${path}?platform=node`);
  const after = Date.now();
  expect(status).toBe(200);
  expect(body).toEqual({
    url: expect.stringContaining('dezycro-verify.mjs'),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    signature: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    provenanceUrl: expect.stringContaining('statement.json'),
    expiresAt: expect.any(String),
  });
  const endsAt = Date.parse(body['expiresAt']!);
  expect(endsAt - before).toBeGreaterThan(298_000);
  expect(endsAt - after).toBeLessThanOrEqual(301_000);
  const download = await scenario.target.get(body['url']!);
  const digest = createHash('sha256').update(download.content).digest('hex');
  expect([download.status, digest]).toEqual([200, body['sha256']]);
  const { content } = await scenario.target.get(body['provenanceUrl']!);
  const { payload, signatures } = JSON.parse(content.toString()) as Envelope;
  expect(signatures).toEqual([{ sig: body['signature'] }]);
  const { body: shown } = await owner.get<{ currentBuildId: string; specHash: string }>(feature.path);
  expect(JSON.parse(Buffer.from(payload, 'base64').toString())).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'node/dezycro-verify.mjs', digest: { sha256: body['sha256'] } }],
    predicate: {
      tenantId: tenant.tenantId,
      projectId: project.id,
      featureId: feature.id,
      buildId: shown.currentBuildId,
      specHash: shown.specHash,
      sequence: 1,
    },
  });
});

test('the same plans on the same runner give the same file', async () => {
  const twin = await aFeature();
  await publish(tenant, twin.path);
  const [one, other] = await Promise.all(
    [path, `${twin.path}/verifier`].map((each) => owner.get(`${each}?platform=node`)),
  );
  expect(one!.body['sha256']).toBe(other!.body['sha256']);
});

test('a newer build takes over the files of the same content; those of another go with it', async () => {
  const republished = await aFeature();
  const statusOf = async (url: string) => (await scenario.target.get(url)).status;
  const offered = async () => {
    const { body } = await owner.get<{ url: string; sha256: string }>(`${republished.path}/verifier?platform=node`);
    return body;
  };
  await publish(tenant, republished.path);
  const first = await offered();
  const forced = await owner.post<Build>(`${republished.path}/builds`, { force: true });
  await endOf(owner, republished.path, forced.body.id);
  const same = await offered();
  expect(same.sha256).toBe(first.sha256);
  expect([await statusOf(first.url), await statusOf(same.url)]).toEqual([200, 200]);
  await publish(tenant, republished.path, { ...widgetSpec, info: { title: 'Widgets', version: '2' } });
  expect(await statusOf((await offered()).url)).toBe(200);
  await vi.waitFor(async () => expect([403, 404]).toContain(await statusOf(first.url)), 10_000);
});

test('409 VERIFIER_NOT_READY: says in which state the build is', async () => {
  const draft = await aFeature();
  const unpublished = await owner.get(`${draft.path}/verifier?platform=node`);
  expect([unpublished.status, unpublished.body.code]).toEqual([409, 'VERIFIER_NOT_READY']);
  await publish(tenant, draft.path, readOnlySpec);
  const failed = await owner.get(`${draft.path}/verifier?platform=node`);
  expect([failed.status, failed.body.code]).toEqual([409, 'VERIFIER_NOT_READY']);
  expect(failed.body['detail']).toMatch(/FAILED \(NO_EXECUTABLE_PLANS\)/);
});

test('409 VERIFIER_NOT_READY: for a platform that is not built', async () => {
  const { status, body } = await owner.get(`${path}?platform=linux-x64`);
  expect([status, body.code]).toEqual([409, 'VERIFIER_NOT_READY']);
  expect(body['detail']).toContain('available: node');
});

test('400: a platform is named, and is one of the interface', () =>
  expectInvalidQuery(owner, path, ['', 'platform=', 'platform=amiga']));

testWithActors('200: a Viewer may pull', async () => {
  expect((await (await scenario.aViewer(tenant)).get(`${path}?platform=node`)).status).toBe(200);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'GET', `${path}?platform=node`));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${project.path}/features/${absentId}/verifier?platform=node`],
    [stranger.owner, `${path}?platform=node`],
    [await scenario.anOutsider(tenant), `${path}?platform=node`],
  ]);
});
