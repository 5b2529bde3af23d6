import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { widgetSpec } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const feature = await aFeature();
const path = `${feature.path}/spec`;

test('200: the spec comes back as it was published, with its parameters', async () => {
  const params = [{ name: 'workspaceId', perPersona: true, description: 'made by hand' }];
  await tenant.owner.put(path, { spec: widgetSpec, envProvidedParams: params });
  const { status, body } = await tenant.owner.get(path);
  expect(status).toBe(200);
  expect(body).toEqual({
    specHash: (await tenant.owner.get(feature.path)).body['specHash'],
    spec: JSON.parse(JSON.stringify(widgetSpec)),
    envProvidedParams: params,
  });
});

testWithActors('200: a Viewer reads it', async () => {
  expect((await (await scenario.aViewer(tenant)).get(path)).status).toBe(200);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

test('409 SPEC_NOT_PUBLISHED: before the first publish', async () => {
  const { status, body } = await tenant.owner.get(`${(await aFeature()).path}/spec`);
  expect([status, body.code]).toEqual([409, 'SPEC_NOT_PUBLISHED']);
});

testWithActors('404: for strangers, without its feature', async () => {
  const stranger = await scenario.aTenant();
  await publish(tenant, feature.path);
  await expectNotFound('GET', [
    [tenant.owner, `${project.path}/features/${absentId}/spec`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
