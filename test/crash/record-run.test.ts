import { expect, test } from 'vitest';
import { commitChange } from '#domain/builds/commit-change.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import { changeOf } from '#domain/builds/build-rules.ts';
import type { Build } from '#domain/builds/build.ts';
import { readJson, writeJson } from '#domain/builds/json-blob.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { mintScope } from '#domain/access/scope.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { hashOf } from '#planner/spec/canonical-json.ts';
import type { Json } from '#verifier/plan/plan.ts';
import { deathsAt, Killed, type MortalService, openMortalService } from '../support/mortal-service.ts';
import { widgetSpec } from '../support/widgets.ts';

/** Every call is the same with fewer. */
const RESULTS = process.env['FULL_SIZE'] === '1' ? 10_000 : 500;
const IN_ORDER = ['start-build', 'plan-feature'];

const journeyId = (index: number): string => `00000000-0000-5000-8000-${String(index).padStart(12, '0')}`;

/** A feature whose build plans many journeys, and a result for each. */
const prepare = async (service: MortalService) => {
  const { tenant, send, ports } = service;
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  const made = async (path: string, name: string) =>
    (JSON.parse((await send('POST', path, { body: { name } })).body) as { id: string }).id;
  const projectId = await made(projects, 'A project');
  const featureId = await made(`${projects}/${projectId}/features`, 'A feature');
  const feature = `${projects}/${projectId}/features/${featureId}`;
  const published = await send('PUT', `${feature}/spec`, { body: { spec: widgetSpec } });
  const { specHash, buildId } = JSON.parse(published.body) as { specHash: string; buildId: string };
  const [{ input } = { input: {} }] = service.acceptedFor('build-verifier');
  for (const task of IN_ORDER) await service.runTask(task, input);
  const scope = mintScope.feature(
    mintScope.project(mintScope.workspace(mintScope.tenant(tenant.tenantId), tenant.workspaceId), projectId),
    featureId,
  );
  const build = (await ports['builds:write'].find(scope, buildId))!;
  const document = await readJson<PlanDocument>(ports['blobs:read'], scope, blobKeys.plans(scope, build.plansHash!));
  const plan = document.bundle.plans.find(({ kind }) => kind === 'not-found');
  const plans = Array.from({ length: RESULTS }, (_, index) => ({ ...plan!, journeyId: journeyId(index) }));
  const many = { ...document, bundle: { ...document.bundle, plans } };
  const plansHash = hashOf(many as unknown as Json);
  await writeJson(ports['blobs:write'], scope, blobKeys.plans(scope, plansHash), many as unknown as Json);
  const ready: Build = { ...build, plansHash, state: 'READY', completedAt: systemRuntime.now().toISOString() };
  await commitChange(ports['builds:write'], scope, async (head) => ({
    change: changeOf(scope, { ...head, currentBuildId: buildId }, [{ from: build, to: ready }], systemRuntime),
    result: undefined,
  }));
  const { flowVersion, jepVersion } = build;
  const results = {
    metadata: { specHash, flowVersion, jepVersion },
    journeys: plans.map(({ journeyId: id }, index) => ({ id, name: `Journey ${index}`, status: 'pass', steps: [] })),
  };
  const runs = `${projects}/${projectId}/test-runs`;
  return { upload: `${feature}/verifier-runs`, runs, results };
};

type List = { data: { runId: string; totalTests: number }[]; totalElements: number };

test('killed before and after every call, an upload of many results is recorded once or not at all', async () => {
  const service = await openMortalService();
  const { upload, runs, results } = await prepare(service);
  const headers = (key: string) => ({ 'idempotency-key': key });
  expect((await service.send('POST', upload, { body: { results }, headers: headers('rehearsal') })).status).toBe(201);
  const calls = service.life.calls.length;
  const names = [...service.life.calls];
  const deaths = deathsAt(calls);
  let recorded = 1;
  for (const [index, death] of deaths.entries()) {
    const request = { body: { results }, headers: headers(`upload-${index}`) };
    await expect(service.send('POST', upload, { ...request, death })).rejects.toThrow(Killed);
    expect(await service.fsck(), `${names[death.call]} ${death.when}`).toEqual([]);
    const list = JSON.parse((await service.send('GET', runs)).body) as List;
    // All of it shows, or nothing.
    expect([recorded, recorded + 1]).toContain(list.totalElements);
    for (const { totalTests } of list.data) expect(totalTests).toBe(RESULTS);
    const retried = await service.send('POST', upload, request);
    expect(retried.status).toBe(201);
    recorded += 1;
    const after = JSON.parse((await service.send('GET', runs)).body) as List;
    expect(after.totalElements).toBe(recorded);
  }
  expect(await service.fsck()).toEqual([]);
  await service.close();
  console.log(`upload of ${RESULTS} results: ${deaths.length} kills at ${calls} calls (${names.join(', ')})`);
}, 300_000);
