import { beforeAll, expect, test } from 'vitest';
import { countRuns, runPut } from '#adapters/dynamodb/run-items.ts';
import type { Write } from '#adapters/dynamodb/writes.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
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

testWithActors('400 SORT_TOO_LARGE: more than 5,000 runs are sorted by their start only', async () => {
  const crowded = await aProject(tenant);
  await putRuns(crowded.id, 5_001);
  const runs = `${crowded.path}/test-runs`;
  const { status, body } = await owner.get(`${runs}?sort=branch`);
  expect([status, body.code]).toEqual([400, 'SORT_TOO_LARGE']);
  expect((await owner.get<Runs>(`${runs}?sort=startedAt`)).body.totalElements).toBe(5_001);
  expect((await owner.get(`${runs}?sort=branch&startedAfter=2026-02-01T00:00:00Z`)).status).toBe(200);
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

/** So many runs at once, straight into the table. */
async function putRuns(projectId: string, count: number): Promise<void> {
  const { tenantId, workspaceId } = tenant;
  const scope = mintScope.project(mintScope.workspace(mintScope.tenant(tenantId), workspaceId), projectId);
  const { body: list } = await owner.get<{ data: TestRun[] }>(`${path}?size=1`);
  const runs = Array.from({ length: count }, (_, index) => ({
    ...list.data[0]!,
    projectId,
    runId: systemRuntime.newId(),
    startedAt: new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000).toISOString(),
    recordedAt: new Date().toISOString(),
  }));
  const writes: Write[] = [...runs.map((run) => runPut(scope, run)), ...countRuns(scope, runs)];
  const table = scenario.target.tables!(tenantId);
  for (let from = 0; from < writes.length; from += 100) await table.transact(writes.slice(from, from + 100));
}
