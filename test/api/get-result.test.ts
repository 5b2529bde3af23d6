import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const feature = await aFeature();
await publish(tenant, feature.path);
const { body: recorded } = await record(tenant.owner, feature.path, await runWidgets('forgets deletes'));
const results = `${project.path}/test-runs/${recorded.run.runId}/results`;
const failed = recorded.journeys.find(({ status }) => status === 'FAILED')!;
const path = `${results}/${failed.testCaseId}`;

test('200: one result, the same as in the list', async () => {
  const { status, body } = await tenant.owner.get(path);
  const { body: list } = await tenant.owner.get<{ data: unknown[] }>(`${results}?status=FAILED`);
  expect([status, body]).toEqual([200, list.data[0]]);
  expect(body).toMatchObject({ verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'NOT_DELETED' });
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: an unknown result or run, one of another project, strangers', async () => {
  const other = await aProject(tenant);
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [tenant.owner, `${results}/${absentId}`],
    [tenant.owner, `${project.path}/test-runs/${absentId}/results/${failed.testCaseId}`],
    [tenant.owner, `${other.path}/test-runs/${recorded.run.runId}/results/${failed.testCaseId}`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
