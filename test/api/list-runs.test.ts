import { beforeAll, expect, test } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { absentId, aProject, projectsOf } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

type Runs = { data: { runId: string; branch: string; status: string }[]; totalElements: number };

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const path = `${project.path}/test-runs`;

/** The given start, one minute long. */
const startedAt = (document: ResultDocument, minute: number): ResultDocument => ({
  ...document,
  startedAt: `2026-02-01T10:0${minute}:00Z`,
  endedAt: `2026-02-01T10:0${minute + minute}:30Z`,
});
const branches = async (query: string): Promise<string> =>
  (await owner.get<Runs>(`${path}?${query}`)).body.data.map(({ branch }) => branch).join('');

beforeAll(async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path);
  const [clean, failing] = await Promise.all([runWidgets(), runWidgets('answers 500 on create')]);
  // Uploaded out of order: what counts is when a run started.
  await record(owner, feature.path, startedAt(clean, 2), { branch: 'b' });
  await record(owner, feature.path, startedAt(failing, 3), { branch: 'c' });
  await record(owner, feature.path, startedAt(clean, 1), { branch: 'a' });
});

test('200: the runs of the project, newest start first', async () => {
  const { status, body } = await owner.get<Runs>(path);
  expect([status, body.totalElements]).toEqual([200, 3]);
  expect(body.data.map(({ branch, status: outcome }) => [branch, outcome])).toEqual([
    ['c', 'FAILED'],
    ['b', 'COMPLETED'],
    ['a', 'COMPLETED'],
  ]);
});

test.each([
  ['status=COMPLETED', 'ba'],
  ['status=completed', 'ba'],
  ['status=FAILED', 'c'],
  ['status=RUNNING', ''],
  ['status=whatever', ''],
  ['status=', 'cba'],
  ['startedAfter=2026-02-01T10:01:00Z', 'cb'],
  ['startedBefore=2026-02-01T10:03:00Z', 'ba'],
  ['startedAfter=2026-02-01T10:01:00Z&startedBefore=2026-02-01T10:03:00Z', 'b'],
  ['startedAfter=2026-02-01T12:01:00+02:00', 'cb'],
  ['startedAfter=2026-02-01T12:01:00%2B02:00', 'cb'],
  ['startedAfter=2026-02-01T10:03:00Z&startedBefore=2026-02-01T10:01:00Z', ''],
])('the filter %s shows %s', async (query, expected) => {
  expect(await branches(query)).toBe(expected);
});

test.each([
  ['sort=startedAt', 'abc'],
  ['sort=startedAt,asc', 'abc'],
  ['sort=startedAt,desc', 'cba'],
  ['sort=-startedAt', 'cba'],
  ['sort=branch', 'abc'],
  ['sort=-branch', 'cba'],
  ['sort=durationMs,desc', 'cba'],
  ['sort=passed', 'cba'],
  ['sort=-failed', 'cab'],
  ['sort=passed,desc&sort=startedAt,asc', 'abc'],
  ['sort=status&sort=-startedAt', 'bac'],
  ['sort=status,desc&size=1', 'c'],
  ['sort=', 'cba'],
])('%s gives %s', async (query, expected) => {
  expect(await branches(query)).toBe(expected);
});

test('400 INVALID_SORT: by an unknown field or direction', async () => {
  for (const sort of ['runId', 'startedAt,down', '-startedAt,asc', 'startedAt,asc,desc', '__proto__', ',']) {
    const { status, body } = await owner.get(`${path}?sort=${sort}`);
    expect([status, body.code], sort).toEqual([400, 'INVALID_SORT']);
  }
});

test('400: a time is a date-time with offset', () =>
  expectInvalidQuery(owner, path, [
    'startedAfter=2026-02-01',
    'startedBefore=2026-02-01T10:00:00',
    'startedAfter=now',
  ]));

test('paging keeps to its bounds', () => expectPaging(owner, path));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

test('200: runs of other projects are not among them', async () => {
  const other = await aProject(tenant);
  expect((await owner.get<Runs>(`${other.path}/test-runs`)).body.totalElements).toBe(0);
});

testWithActors('404: for strangers and without its project', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${projectsOf(tenant)}/${absentId}/test-runs`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
