import { afterEach, expect, test, vi } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aFailingFeature } from '../support/failing-feature.ts';
import { openRoad, publish } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { widgetSpec } from '../support/widgets.ts';

afterEach(() => vi.useRealTimers());
const road = await openRoad();
const { scenario, tenant, project, aFeature } = road;
const { owner } = tenant;
const feature = await aFailingFeature(road);
const [journeyId] = feature.failing as [string];

test('201: the waiver names its author, reason and end, and takes its journey out of the bucket', async () => {
  const own = await aFailingFeature(road);
  const before = Date.now();
  const sent = { journeyId, reason: 'Deletes are soft until the move', expiresAt: '2099-01-01T00:00:00Z' };
  const { status, body } = await owner.post(own.waivers, sent);
  expect(status).toBe(201);
  expect(body).toEqual({
    ...sent,
    author: { userId: tenant.userId, email: expect.stringContaining('@') },
    waivedAt: expect.any(String),
    counts: true,
  });
  expect(Date.parse(String(body['waivedAt']))).toBeGreaterThanOrEqual(before);
  const { decisiveFailures, waivedManual, lifecycleBlocking } = await own.coverage();
  expect(decisiveFailures.map((journey) => journey.journeyId)).toEqual(own.failing.slice(1));
  expect(waivedManual).toEqual([expect.objectContaining({ journeyId, verdict: expect.any(String), waiver: body })]);
  expect(lifecycleBlocking).toBe(own.blocking.length > 1);
});

test('with every broken journey waived the next run makes the feature VERIFIED', async () => {
  const own = await aFailingFeature(road);
  for (const each of own.blocking) await owner.post(own.waivers, { journeyId: each, reason: 'Known' });
  expect(await own.coverage()).toMatchObject({ decisiveFailures: [], lifecycleBlocking: false });
  expect((await owner.get(own.path)).body['status']).toBe('SPEC_PUBLISHED');
  await own.recordAgain();
  expect((await owner.get(own.path)).body['status']).toBe('VERIFIED');
  await owner.delete(`${own.waivers}/${own.failing[0]}`);
  await own.recordAgain();
  expect((await owner.get(own.path)).body['status']).toBe('SPEC_PUBLISHED');
});

test('a waiver that is over counts no longer, and one put again replaces it', async () => {
  const own = await aFailingFeature(road);
  const at = Date.now();
  const expiresAt = new Date(at + 60_000).toISOString();
  await owner.post(own.waivers, { journeyId, reason: 'For a minute', expiresAt });
  expect((await own.coverage()).waivedManual).toHaveLength(1);
  if (process.env['API_TARGET'] === undefined) {
    vi.useFakeTimers({ now: at + 61_000, toFake: ['Date'] });
    expect((await own.coverage()).waivedManual).toEqual([]);
    expect((await own.coverage()).decisiveFailures.map((each) => each.journeyId)).toEqual(own.failing);
  }
  await owner.post(own.waivers, { journeyId, reason: 'Until told otherwise' });
  expect((await own.coverage()).waivedManual).toEqual([
    expect.objectContaining({
      waiver: expect.objectContaining({ reason: 'Until told otherwise', expiresAt: null, counts: true }),
    }),
  ]);
});

test('400: a journey without an id, a time that is none, no reason', () =>
  expectInvalidBody(owner, 'POST', feature.waivers, [
    [{ journeyId: 'x', reason: 'x' }, '#/journeyId', 'INVALID_FORMAT'],
    [{ journeyId, reason: ' ' }, '#/reason', 'BLANK'],
    [{ journeyId, reason: 'x'.repeat(1001) }, '#/reason', 'TOO_LONG'],
    [{ journeyId, reason: 'x', expiresAt: 'tomorrow' }, '#/expiresAt', 'INVALID_FORMAT'],
    [{ journeyId }, '#/reason', 'REQUIRED'],
  ]));

test('409 WAIVER_REFUSED: a journey that is not planned, or not yet, and a time that is over', async () => {
  const unpublished = await aFeature();
  const cases: [string, object, string][] = [
    [feature.waivers, { journeyId: absentId, reason: 'x' }, '#/journeyId'],
    [`${unpublished.path}/coverage/waivers`, { journeyId, reason: 'x' }, '#/journeyId'],
    [feature.waivers, { journeyId, reason: 'x', expiresAt: '2020-01-01T00:00:00Z' }, '#/expiresAt'],
  ];
  for (const [path, body, pointer] of cases) {
    const answer = await owner.post(path, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'WAIVER_REFUSED']);
    expect(answer.body['errors']).toMatchObject([{ pointer, code: 'INVALID' }]);
  }
});

test('a new spec keeps the waivers of journeys that it still has', async () => {
  const own = await aFailingFeature(road);
  await owner.post(own.waivers, { journeyId, reason: 'Known' });
  await publish(tenant, own.path, { ...widgetSpec, tags: [] });
  expect((await own.coverage()).waivedManual.map((each) => each.journeyId)).toEqual([journeyId]);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', feature.waivers, { journeyId, reason: 'x' }));

testWithActors('403: a Viewer waives nothing', async () => {
  await expectForbidden([await scenario.aViewer(tenant)], 'POST', feature.waivers, { journeyId, reason: 'x' });
  expect((await feature.coverage()).waivedManual).toEqual([]);
});

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  const cases = [
    [owner, `${project.path}/features/${absentId}/coverage/waivers`],
    [stranger.owner, feature.waivers],
  ] as const;
  await expectNotFound('POST', cases, { journeyId, reason: 'x' });
});
