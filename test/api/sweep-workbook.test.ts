import { expect, test } from 'vitest';
import { absentId, aFeature as aFeatureOf, aProject } from '../support/addresses.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { expectExhaustion, expectOwnKeyAsks, isEmulatedModel, monthOf, saying } from '../support/metering.ts';
import { openRoad, publish } from '../support/road.ts';
import { type Tenant, testInProcess, testWithActors, testWithModel } from '../support/scenario.ts';
import { widgetSpec } from '../support/widgets.ts';

const model = saying();
const { scenario, tenant, project, aFeature } = await openRoad(model);
const plain = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
const placeOf = async (tier: 'FREE' | 'PRO') => {
  const own = await scenario.aTenant(tier);
  return { own, place: await aFeatureOf(own, await aProject(own)) };
};
const path = `${feature.path}/workbook/sweep`;
const { operationId: _named, ...unnamed } = widgetSpec.paths['/widgets'].post;
/** Two operations add a widget, and nothing tells them apart. */
const twoWays = { ...widgetSpec, paths: { ...widgetSpec.paths, '/archive/widgets': { post: unnamed } } };
const journeys = [
  { name: 'Loose', steps: [{ description: 'Add a widget' }] },
  { name: 'Told', steps: [{ description: 'Delete a widget' }] },
  { name: 'Old', steps: [{ description: 'Paint a widget', operationId: 'paintWidget' }] },
  { name: 'Counts', steps: [{ description: 'A widget is deleted', operationId: 'deleteWidget' }] },
  {
    name: 'Does not',
    enforcement: 'OBSERVED',
    steps: [{ description: 'A widget is deleted', operationId: 'deleteWidget' }],
  },
];
const prepare = async (by: Tenant, place: { path: string }): Promise<void> => {
  await publish(by, place.path, twoWays);
  expect((await by.owner.put(`${place.path}/workbook`, { journeys })).status).toBe(200);
};
await prepare(tenant, feature);

type Sweep = {
  findings: { kind: string; name: string; operationId: string | null; detail: string }[];
  answeredBy: string;
};
const told = ({ findings }: Sweep) => findings.map(({ kind, name, operationId }) => [kind, name, operationId]);

test('200: unbound, stale and contradicting journeys are found by rules', async () => {
  const own = await plain.aFeature();
  const empty = await plain.tenant.owner.post<Sweep>(`${own.path}/workbook/sweep`);
  expect(empty.body).toEqual({ findings: [], answeredBy: 'rules/1', note: null });
  await prepare(plain.tenant, own);
  const swept = (await plain.tenant.owner.post<Sweep>(`${own.path}/workbook/sweep`)).body;
  expect(told(swept)).toEqual([
    ['UNBOUND', 'Loose', null],
    ['UNBOUND', 'Told', 'deleteWidget'],
    ['STALE', 'Old', null],
    ['CONTRADICTING', 'Does not', null],
  ]);
  expect(swept.findings[3]?.detail).toContain('is OBSERVED, and "Counts", which goes the same way, is ENFORCED');
});

testWithModel('200: a model chooses among what rules find to fit, and can bind nothing else', async () => {
  const { used } = await monthOf(scenario, tenant);
  const choose = async (operationId: string) => {
    model.says = () => ({
      content: {
        choices: [
          { step: 0, operationId },
          { step: 7, operationId },
        ],
      },
      tokens: 2000,
    });
    return told((await owner.post<Sweep>(path)).body)[0];
  };
  expect(await choose('createWidget')).toEqual(['UNBOUND', 'Loose', isEmulatedModel ? null : 'createWidget']);
  expect(await choose('deleteWidget')).toEqual(['UNBOUND', 'Loose', null]);
  expect(await choose('invented')).toEqual(['UNBOUND', 'Loose', null]);
  const { used: after, reserved } = await monthOf(scenario, tenant);
  expect(reserved).toBe(0);
  if (!isEmulatedModel) expect(after).toBe(used + 6000);
});

testWithActors('200: the own key asks, at public addresses only', async () => {
  const { own, place } = await placeOf('PRO');
  await prepare(own, place);
  await expectOwnKeyAsks(scenario, own, () => own.owner.post(`${place.path}/workbook/sweep`));
});

testInProcess(
  '402: AI_ALLOWANCE_EXHAUSTED: the call under way completes, the next is told to upgrade, and what is no AI goes on',
  async () => {
    model.says = () => ({ content: { choices: [] }, tokens: 8000 });
    const { own, place } = await placeOf('PRO');
    await prepare(own, place);
    await expectExhaustion(scenario, own, () => own.owner.post(`${place.path}/workbook/sweep`), 8000);
  },
);

testInProcess('402: DAILY_AI_CAP_REACHED on FREE at the cap of a day', async () => {
  model.says = () => ({ content: { choices: [] }, tokens: 200_000 });
  const { own, place } = await placeOf('FREE');
  await prepare(own, place);
  expect((await own.owner.post(`${place.path}/workbook/sweep`)).status).toBe(200);
  const refused = await own.owner.post(`${place.path}/workbook/sweep`);
  expect([refused.status, refused.body.code]).toEqual([402, 'DAILY_AI_CAP_REACHED']);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path));

testWithActors('403: a Viewer spends no AI tokens', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'POST', path),
);

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('POST', [
    [owner, `${project.path}/features/${absentId}/workbook/sweep`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
