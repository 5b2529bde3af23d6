import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const feature = await aFeature();
await publish(tenant, feature.path);
const { body: recorded } = await record(tenant.owner, feature.path, await runWidgets());
const path = `${project.path}/test-runs/${recorded.run.runId}`;

test('200: a run as it was recorded', async () => {
  const { status, body } = await tenant.owner.get(path);
  expect([status, body]).toEqual([200, recorded.run]);
});

test('400: a run id is a uuid', () => expectInvalidQuery(tenant.owner, `${project.path}/test-runs/x`, ['']));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: an unknown run, one of another project, strangers', async () => {
  const other = await aProject(tenant);
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [tenant.owner, `${project.path}/test-runs/${absentId}`],
    [tenant.owner, `${other.path}/test-runs/${recorded.run.runId}`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
