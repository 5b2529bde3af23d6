import { blobKeys } from '#domain/builds/blob-keys.ts';
import { changeOf, withCurrent } from '#domain/builds/build-rules.ts';
import type { Build } from '#domain/builds/build.ts';
import { commitChange } from '#domain/builds/commit-change.ts';
import { readJson, writeJson } from '#domain/builds/json-blob.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { mintScope } from '#domain/access/scope.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { hashOf } from '#planner/intake/json/canonical-json.ts';
import type { Json } from '#verifier/plan/plan.ts';
import type { MortalService } from './mortal-service.ts';
import { runWidgets, widgetSpec } from './widgets.ts';

const inOrder = ['start-build', 'plan-feature'];

const journeyId = (index: number): string => `00000000-0000-5000-8000-${String(index).padStart(12, '0')}`;

/** A feature whose build plans so many journeys, and a real result of each. */
export const manyJourneys = async (service: MortalService, count: number) => {
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
  for (const task of inOrder) await service.runTask(task, input);
  const scope = mintScope.feature(
    mintScope.project(mintScope.workspace(mintScope.tenant(tenant.tenantId), tenant.workspaceId), projectId),
    featureId,
  );
  const build = (await ports['builds:write'].find(scope, buildId))!;
  const document = await readJson<PlanDocument>(ports['blobs:read'], scope, blobKeys.plans(scope, build.plansHash!));
  const plan = document.bundle.plans.find(({ kind }) => kind === 'not-found');
  const plans = Array.from({ length: count }, (_, index) => ({ ...plan!, journeyId: journeyId(index) }));
  const many = { ...document, bundle: { ...document.bundle, plans } };
  const plansHash = hashOf(many as unknown as Json);
  await writeJson(ports['blobs:write'], scope, blobKeys.plans(scope, plansHash), many as unknown as Json);
  const ready: Build = { ...build, plansHash, state: 'READY', completedAt: systemRuntime.now().toISOString() };
  await commitChange(ports['builds:write'], systemRuntime, scope, async (head) => ({
    change: changeOf(scope, withCurrent(head, ready), [{ from: build, to: ready }], systemRuntime),
    result: undefined,
  }));
  const { flowVersion, jepVersion } = build;
  const ran = (await runWidgets()).journeys.find(({ id }) => id === plan!.journeyId)!;
  const results = {
    metadata: { specHash, flowVersion, jepVersion },
    journeys: plans.map(({ journeyId: id }) => ({ ...ran, id })),
  };
  const runs = `${projects}/${projectId}/test-runs`;
  return { commits: `${feature}/verifier-runs`, uploads: `${feature}/uploads`, runs, results };
};
