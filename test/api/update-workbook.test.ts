import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aFailingFeature } from '../support/failing-feature.ts';
import { openRoad, publish } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

type Workbook = { flowVersion: string; journeys: { id: string; name: string }[] };

const road = await openRoad();
const { scenario, tenant, project, aFeature } = road;
const { owner } = tenant;
const feature = await aFeature();
const path = `${feature.path}/workbook`;
const steps = [{ description: 'A widget is made', operationId: 'createWidget' }, { description: 'and found again' }];

test('200: the workbook is replaced, one version on; a journey keeps the id that it is sent with', async () => {
  const own = `${(await aFeature()).path}/workbook`;
  const first = await owner.put<Workbook>(own, { journeys: [{ name: 'One', steps }] });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({
    flowVersion: '1',
    journeys: [
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'One',
        description: null,
        persona: null,
        enforcement: 'ENFORCED',
        steps: [steps[0], { ...steps[1], operationId: null }],
        status: 'UNTESTED',
        lastRunId: null,
      },
    ],
  });
  const { id } = first.body.journeys[0]!;
  const sent = {
    journeys: [
      { name: 'New', enforcement: 'OBSERVED', steps },
      { id, name: 'One, renamed', steps },
    ],
  };
  const second = await owner.put<Workbook>(own, sent);
  expect(second.body).toMatchObject({ flowVersion: '2', journeys: [{ name: 'New' }, { id, name: 'One, renamed' }] });
  expect((await owner.get(own)).body).toEqual(second.body);
});

test('412 PRECONDITION_FAILED: whoever writes over what they have not seen is refused', async () => {
  const own = `${(await aFeature()).path}/workbook`;
  const write = (tag: string) => owner.send('PUT', own, { journeys: [] }, { 'if-match': tag });
  const tag = (await owner.get(own)).headers['etag']!;
  expect((await write(tag)).status).toBe(200);
  const refused = await write(tag);
  expect([refused.status, refused.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
  expect((await write((await owner.get(own)).headers['etag']!)).body['flowVersion']).toBe('2');
});

test('a build names the flow version that it was made with', async () => {
  const own = await aFeature();
  await owner.put(`${own.path}/workbook`, { journeys: [{ name: 'One', steps }] });
  const { build } = await publish(tenant, own.path);
  expect(build).toMatchObject({ state: 'READY', flowVersion: '1' });
});

test('written by many at the same time, each gets a version of its own', async () => {
  const own = `${(await aFeature()).path}/workbook`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => owner.put<Workbook>(own, { journeys: [] })));
  expect(answers.map(({ body }) => Number(body.flowVersion)).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8,
  ]);
});

test('what is only observed no longer blocks, fails the run or takes VERIFIED back', async () => {
  const own = await aFailingFeature(road);
  const all = ['createWidget', 'getWidget', 'deleteWidget', 'listWidgets'];
  const observed = {
    name: 'Everything',
    enforcement: 'OBSERVED',
    steps: all.map((operationId) => ({ description: operationId, operationId })),
  };
  expect((await own.coverage()).lifecycleBlocking).toBe(true);
  expect((await owner.put(`${own.path}/workbook`, { journeys: [observed] })).status).toBe(200);
  expect(await own.coverage()).toMatchObject({ lifecycleBlocking: false });
  await own.recordAgain();
  expect((await owner.get(own.path)).body['status']).toBe('VERIFIED');
  const { body: runs } = await owner.get<{ data: { status: string; featureId: string }[] }>(
    `${project.path}/test-runs?size=100`,
  );
  const mine = runs.data.filter(({ featureId }) => featureId === own.id).map(({ status }) => status);
  expect(mine.toSorted()).toEqual(['COMPLETED', 'FAILED']);
});

test('400: no steps, no name, a role that is none, an id that is there twice', async () => {
  const journey = { name: 'One', steps };
  await expectInvalidBody(owner, 'PUT', path, [
    [{ journeys: [{ ...journey, steps: [] }] }, '#/journeys/0/steps', 'TOO_SMALL'],
    [{ journeys: [{ steps }] }, '#/journeys/0/name', 'REQUIRED'],
    [{ journeys: [{ ...journey, enforcement: 'HOPED' }] }, '#/journeys/0/enforcement', 'NOT_IN_ENUM'],
    [{ journeys: [{ ...journey, steps: [{ description: ' ' }] }] }, '#/journeys/0/steps/0/description', 'BLANK'],
    [{ journeys: [journey, { ...journey, id: absentId }, { ...journey, id: absentId }] }, '#/journeys/2/id', 'INVALID'],
    [{}, '#/journeys', 'REQUIRED'],
  ]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'PUT', path, { journeys: [] }));

testWithActors('403: a Viewer writes no workbook', async () => {
  await expectForbidden([await scenario.aViewer(tenant)], 'PUT', path, { journeys: [] });
  expect((await owner.get(path)).body['flowVersion']).toBe('0');
});

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  const cases = [
    [owner, `${project.path}/features/${absentId}/workbook`],
    [stranger.owner, path],
  ] as const;
  await expectNotFound('PUT', cases, { journeys: [] });
});
