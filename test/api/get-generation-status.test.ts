import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aDocument } from '../support/generate.ts';
import { openRoad } from '../support/road.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const generate = `${project.path}/validation-cases/generate`;

test('200: the counts only grow, and the end stays', async () => {
  const feature = await aFeature();
  await aDocument(tenant.owner, feature.path, Array.from({ length: 90 }, (_, at) => `- It must do ${at}.`).join('\n'));
  const { headers } = await tenant.owner.post(generate, { featureId: feature.id });
  const seen: Record<string, unknown>[] = [];
  for (let status = 'RUNNING'; status === 'RUNNING';) {
    const answer = await tenant.owner.get(String(headers['location']));
    expect(answer.status).toBe(200);
    expect(answer.headers['retry-after']).toBe(answer.body['status'] === 'RUNNING' ? '2' : undefined);
    seen.push(answer.body);
    status = String(answer.body['status']);
    // The workflow runs in this process too.
    await setImmediate();
  }
  for (const name of ['totalSkeletons', 'enrichedCases', 'persistedCases']) {
    const counts = seen.map((body) => Number(body[name]));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(90);
  }
  expect((await tenant.owner.get(String(headers['location']))).body).toEqual(seen.at(-1));
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'GET', `${generate}/status/${absentId}`));

test('404: a workflow that is not there, of another project, or no uuid at all', async () => {
  const feature = await aFeature();
  const { body } = await tenant.owner.post(generate, { featureId: feature.id });
  const other = await aProject(tenant, 'Other');
  await expectNotFound('GET', [
    [tenant.owner, `${generate}/status/${absentId}`],
    [tenant.owner, `${generate}/status/nothing`],
    [tenant.owner, `${other.path}/validation-cases/generate/status/${String(body['workflowId'])}`],
  ]);
});
