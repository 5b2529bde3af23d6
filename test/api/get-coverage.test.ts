import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { readOnlySpec, runWidgets, widgetSpec } from '../support/widgets.ts';

type Journey = { name: string; verdict: string | null; runId: string | null; reason: string | null };
type Coverage = Record<string, unknown> & {
  executableButNotObserved: Journey[];
  observedButInconclusive: Journey[];
  decisiveFailures: Journey[];
  flowGaps: { operation: string }[];
  lifecycleBlocking: boolean;
};

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const coverageOf = async (featurePath: string): Promise<Coverage> =>
  (await owner.get<Coverage>(`${featurePath}/coverage`)).body;
const sizes = ({
  executableButNotObserved,
  observedButInconclusive,
  decisiveFailures,
  lifecycleBlocking,
}: Coverage) => [
  executableButNotObserved.length,
  observedButInconclusive.length,
  decisiveFailures.length,
  lifecycleBlocking,
];
const feature = await aFeature();
const path = `${feature.path}/coverage`;

test('200: before anything is published there is nothing to show, and the feature is blocked', async () => {
  const { status, body } = await owner.get(path);
  expect(status).toBe(200);
  expect(body).toEqual({
    featureId: feature.id,
    specHash: null,
    buildId: null,
    missingBindings: [],
    boundButNotExecutable: [],
    executableButNotObserved: [],
    observedButInconclusive: [],
    decisiveFailures: [],
    waivedManual: [],
    flowGaps: [],
    requirements: expect.objectContaining({ proved: 0, failures: [] }),
    nothingProved: true,
    lifecycleBlocking: true,
  });
});

test('journeys move from bucket to bucket as runs show them', async () => {
  const own = await aFeature();
  const { specHash, buildId } = await publish(tenant, own.path);
  const planned = await coverageOf(own.path);
  expect(planned).toMatchObject({ specHash, buildId, flowGaps: [], nothingProved: true });
  expect(sizes(planned)).toEqual([9, 0, 0, true]);

  const failing = await runWidgets('answers 500 on create');
  const [first, ...rest] = failing.journeys;
  await record(owner, own.path, { ...failing, journeys: [first] });
  expect(sizes(await coverageOf(own.path))).toEqual([8, 0, 1, true]);

  const { body: recorded } = await record(owner, own.path, { ...failing, journeys: [first, ...rest] });
  const failed = await coverageOf(own.path);
  expect(sizes(failed)).toEqual([0, 6, 1, true]);
  expect(failed.decisiveFailures[0]).toMatchObject({
    name: first!.name,
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reason: 'SERVER_ERROR',
    runId: recorded.run.runId,
  });

  await record(owner, own.path, await runWidgets());
  expect(sizes(await coverageOf(own.path))).toEqual([0, 0, 0, false]);
});

test('a new spec starts from nothing observed; the same spec again keeps what was seen', async () => {
  const own = await aFeature();
  await publish(tenant, own.path);
  await record(owner, own.path, await runWidgets());
  await publish(tenant, own.path);
  expect(sizes(await coverageOf(own.path))).toEqual([0, 0, 0, false]);
  expect((await owner.get(own.path)).body['status']).toBe('VERIFIED');
  await publish(tenant, own.path, { ...widgetSpec, tags: [] });
  expect(sizes(await coverageOf(own.path))).toEqual([9, 0, 0, true]);
  expect((await owner.get(own.path)).body['status']).toBe('SPEC_PUBLISHED');
});

test('while the current spec has no verifier, the feature stays blocked', async () => {
  const own = await aFeature();
  await publish(tenant, own.path);
  await record(owner, own.path, await runWidgets());
  await publish(tenant, own.path, readOnlySpec);
  expect(await coverageOf(own.path)).toMatchObject({ buildId: null, lifecycleBlocking: true });
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${project.path}/features/${absentId}/coverage`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
