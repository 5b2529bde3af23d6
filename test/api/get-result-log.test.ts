import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
await publish(tenant, feature.path);
const document = await runWidgets('forgets deletes');
const { body: recorded } = await record(owner, feature.path, document);
const resultsOf = (runId: string): string => `${project.path}/test-runs/${runId}/results`;
const failed = recorded.journeys.find(({ status }) => status === 'FAILED')!;
const path = `${resultsOf(recorded.run.runId)}/${failed.testCaseId}/log`;

test('200: a signed URL for five minutes, never the log itself', async () => {
  const before = Date.now();
  const { status, body } = await owner.get<Record<string, string>>(path);
  const after = Date.now();
  expect(status).toBe(200);
  expect(body).toEqual({
    url: expect.stringContaining(`${failed.testCaseId}.log`),
    expiresAt: expect.any(String),
    contentType: 'text/plain; charset=utf-8',
  });
  const endsAt = Date.parse(body['expiresAt']!);
  expect(endsAt - before).toBeGreaterThan(298_000);
  expect(endsAt - after).toBeLessThanOrEqual(301_000);
  const download = await scenario.target.get(body['url']!);
  expect([download.status, Buffer.from(download.content).toString()]).toEqual([200, expect.stringContaining('DELETE')]);
});

test('404 LOG_NOT_FOUND: a journey of which no step was run kept no log', async () => {
  const journeys = document.journeys.map((journey) => ({ ...journey, steps: [] }));
  const { body } = await record(owner, feature.path, { ...document, journeys });
  const { testCaseId } = body.journeys[0]!;
  const answer = await owner.get(`${resultsOf(body.run.runId)}/${testCaseId}/log`);
  expect([answer.status, answer.body.code]).toEqual([404, 'LOG_NOT_FOUND']);
  const result = await owner.get(`${resultsOf(body.run.runId)}/${testCaseId}`);
  expect(result.body).not.toHaveProperty('logUrl');
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: an unknown result, strangers', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${resultsOf(recorded.run.runId)}/${absentId}/log`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
