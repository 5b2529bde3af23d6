import { expect, test } from 'vitest';
import type { WorkbookJourney } from '#planner/journeys/model/workbook-journey.ts';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets, type WidgetFault, widgetSpecWithGap } from '../support/widgets.ts';

type Workbook = { flowVersion: string; journeys: { id: string; status: string; lastRunId: string | null }[] };

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
const path = `${feature.path}/workbook`;

/** What the verifier that was built from the first workbook prints. */
const ran = async (journeys: WorkbookJourney[], fault?: WidgetFault) => {
  const results = await runWidgets(fault, widgetSpecWithGap, journeys);
  return { ...results, metadata: { ...results.metadata, flowVersion: '1' } };
};

test('200: a feature without a workbook has an empty one, of version 0', async () => {
  const { status, body, headers } = await owner.get(path);
  expect([status, body, headers['etag']]).toEqual([200, { flowVersion: '0', journeys: [] }, '"v0"']);
});

test('the status of a journey follows the runs', async () => {
  const own = await aFeature();
  const step = (operationId: string) => ({ description: operationId, operationId });
  const journeys = [
    { name: 'Made and found', steps: [step('createWidget'), step('getWidget')] },
    { name: 'Health', steps: [step('getHealth')] },
    { name: 'In words only', steps: [{ description: 'Somebody is glad' }] },
  ];
  const { status, body: written } = await owner.put<Workbook>(`${own.path}/workbook`, { journeys });
  expect(status).toBe(200);
  const operations = ['createWidget', 'getWidget'];
  const planned: WorkbookJourney[] = [
    { id: written.journeys[0]!.id, name: 'Made and found', enforcement: 'ENFORCED', persona: null, operations },
  ];
  const statuses = async (): Promise<string[]> =>
    (await owner.get<Workbook>(`${own.path}/workbook`)).body.journeys.map(({ status }) => status);
  expect(await statuses()).toEqual(['UNTESTED', 'UNTESTED', 'UNTESTED']);
  await publish(tenant, own.path, widgetSpecWithGap);
  expect(await statuses()).toEqual(['UNTESTED', 'UNTESTED', 'UNTESTED']);
  await record(owner, own.path, await ran(planned, 'answers 500 on create'));
  expect(await statuses()).toEqual(['FAILING', 'UNTESTED', 'UNTESTED']);
  await record(owner, own.path, await ran(planned, 'requires a login'));
  expect(await statuses()).toEqual(['INCONCLUSIVE', 'UNTESTED', 'UNTESTED']);
  const { body } = await record(owner, own.path, await ran(planned));
  const shown = (await owner.get<Workbook>(`${own.path}/workbook`)).body;
  expect(shown.journeys[0]).toMatchObject({ status: 'PASSING', lastRunId: body.run.runId });
  const resultsPath = `${project.path}/test-runs/${body.run.runId}/results?size=100`;
  const { data } = (await owner.get<{ data: { journeyRef: string; testName: string }[] }>(resultsPath)).body;
  expect(data.filter(({ journeyRef }) => journeyRef === planned[0]!.id)).toMatchObject([
    { testName: 'Made and found' },
  ]);
  const coverage = (await owner.get<Record<string, { name: string; reason: string }[]>>(`${own.path}/coverage`)).body;
  expect(coverage['missingBindings']).toEqual([
    expect.objectContaining({ name: 'In words only', kind: 'workbook', reason: 'NO_OPERATION: Somebody is glad' }),
  ]);
  expect(coverage['boundButNotExecutable']).toEqual([
    expect.objectContaining({ name: 'Health', reason: expect.stringContaining('getHealth') }),
  ]);
  expect(coverage['lifecycleBlocking']).toBe(true);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${project.path}/features/${absentId}/workbook`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
