import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

type Results = { data: Record<string, unknown>[]; totalElements: number };

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
await publish(tenant, feature.path);
const document = await runWidgets('answers 500 on create');
const { body: recorded } = await record(owner, feature.path, document);
const path = `${project.path}/test-runs/${recorded.run.runId}/results`;
const names = async (query: string): Promise<unknown[]> =>
  (await owner.get<Results>(`${path}?${query}`)).body.data.map(({ testName }) => testName);

test('200: the results in the order of the plan, with verdict and step traces', async () => {
  const { status, body } = await owner.get<Results>(path);
  expect([status, body.totalElements]).toEqual([200, 9]);
  expect(body.data.map(({ journeyRef }) => journeyRef)).toEqual(document.journeys.map(({ id }) => id));
  const [failed] = body.data;
  expect(failed).toMatchObject({
    runId: recorded.run.runId,
    testCaseId: recorded.journeys[0]!.testCaseId,
    testName: document.journeys[0]!.name,
    status: 'FAILED',
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'SERVER_ERROR',
    causedBy: null,
    enforcement: 'ENFORCED',
    startedAt: expect.any(String),
    endedAt: expect.any(String),
    durationMs: expect.any(Number),
    errorMessage: expect.any(String),
    logUrl: expect.stringMatching(new RegExp(`^http.*${path}/${recorded.journeys[0]!.testCaseId}/log$`)),
  });
  expect(failed?.['stepTraces']).toMatchObject([{ method: 'POST', statusCode: 500, passed: false }]);
  expect(failed?.['evidence']).not.toEqual([]);
});

test('a journey has the same id in every run of its feature, and another in every other feature', async () => {
  const again = await record(owner, feature.path, document);
  const twin = await aFeature();
  await publish(tenant, twin.path);
  const elsewhere = await record(owner, twin.path, document);
  const ids = (journeys: { testCaseId: string }[]) => journeys.map(({ testCaseId }) => testCaseId);
  expect(ids(again.body.journeys)).toEqual(ids(recorded.journeys));
  expect(new Set([...ids(elsewhere.body.journeys), ...ids(recorded.journeys)]).size).toBe(18);
});

test('filters: status regardless of case, part of the name, wildcards', async () => {
  expect(await names('status=failed')).toEqual([document.journeys[0]!.name]);
  expect(await names('status=INCONCLUSIVE')).toHaveLength(6);
  expect(await names('status=unheard-of')).toEqual([]);
  expect(await names('testCaseName=READ%20BACK')).toEqual(['A created widget can be read back']);
  expect(await names('testCaseName=a%20*is*')).toEqual([
    'A created widget is in the list',
    'A deleted widget is gone',
    'A deleted widget is not in the list',
  ]);
  expect(await names('status=&testCaseName=')).toHaveLength(9);
});

test('400: a name pattern keeps to its limits', () =>
  expectInvalidQuery(owner, path, [`testCaseName=${'x'.repeat(201)}`]));

test('paging keeps to its bounds', () => expectPaging(owner, path));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: an unknown run, one of another project, strangers', async () => {
  const other = await aProject(tenant);
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${project.path}/test-runs/${absentId}/results`],
    [owner, `${other.path}/test-runs/${recorded.run.runId}/results`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
