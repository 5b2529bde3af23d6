import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { type Build, endOf, openRoad, publish } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { readOnlySpec } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
const path = `${feature.path}/builds`;

test('409 BUILD_NOT_FAILED: nothing is published, or the last build stands; force builds again all the same', async () => {
  expect((await owner.post(path, {})).body.code).toBe('BUILD_NOT_FAILED');
  const { buildId } = await publish(tenant, feature.path);
  const { status, body } = await owner.post(path, {});
  expect([status, body.code]).toEqual([409, 'BUILD_NOT_FAILED']);
  expect(body['detail']).toContain('READY');

  const forced = await owner.post<Build>(path, { force: true });
  expect([forced.status, forced.body.state]).toEqual([202, 'QUEUED']);
  const again = await endOf(owner, feature.path, forced.body.id);
  const before = await owner.get<Build>(`${path}/${buildId}`);
  expect([again.state, before.body.state]).toEqual(['READY', 'SUPERSEDED']);
  expect(again['contentHash']).toBe(before.body['contentHash']);
});

test('202: a FAILED build is tried again, without a body too', async () => {
  const failing = await aFeature();
  const { buildId } = await publish(tenant, failing.path, readOnlySpec);
  const { status, headers, body } = await owner.post<Build>(`${failing.path}/builds`);
  expect(status).toBe(202);
  expect(body.id).not.toBe(buildId);
  expect(headers['location']).toBe(`${failing.path}/builds/${body.id}`);
  expect((await endOf(owner, failing.path, body.id)).reason).toBe('NO_EXECUTABLE_PLANS');
});

test('400: force is a boolean', () =>
  expectInvalidBody(owner, 'POST', path, [[{ force: 'yes' }, '#/force', 'INVALID_TYPE']]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, {}));

testWithActors('403: a Viewer builds nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'POST', path, {}),
);

test('404: there are no builds without their feature', () =>
  expectNotFound('POST', [[owner, `${project.path}/features/${absentId}/builds`]], {}));
