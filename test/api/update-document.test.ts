import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const { scenario, tenant, aFeature } = await openRoad();
const feature = await aFeature();
const { body: made } = await tenant.owner.post(`${feature.path}/documents`, {
  name: 'Requirements',
  type: 'PRD',
  content: 'Before',
});
const path = `${feature.path}/documents/${made.id}`;

test('200: what the body carries is set, what it omits stays', async () => {
  const steps = [
    [{ status: 'COMPLETED' }, { name: 'Requirements', status: 'COMPLETED', content: 'Before' }],
    [{ content: 'After' }, { status: 'COMPLETED', content: 'After', sizeBytes: 5 }],
    [
      { name: 'Renamed', type: 'TRD' },
      { name: 'Renamed', type: 'TRD', content: 'After' },
    ],
    [{}, { name: 'Renamed', content: 'After' }],
  ] as const;
  for (const [body, expected] of steps) {
    const answer = await tenant.owner.put(path, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(expected);
    expect((await tenant.owner.get(path)).body).toEqual(answer.body);
  }
  expect((await tenant.owner.get(path)).body['contentHash']).not.toBe(made['contentHash']);
});

test('400: every field keeps to its limits, and nothing is half done', async () => {
  const before = await tenant.owner.get(path);
  await expectInvalidBody(tenant.owner, 'PUT', path, [
    [undefined, '#', 'REQUIRED'],
    [{ name: null }, '#/name', 'INVALID_TYPE'],
    [{ name: 'Changed', type: 'MEMO' }, '#/type', 'NOT_IN_ENUM'],
    [{ content: 'x'.repeat(1024 * 1024 + 1) }, '#/content', 'INVALID'],
  ]);
  expect((await tenant.owner.get(path)).body).toEqual(before.body);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'PUT', path, {}));

testWithActors('403: a Viewer changes nothing', async () => {
  await expectForbidden([await scenario.aViewer(tenant)], 'PUT', path, { name: 'Changed' });
});

test('404: a document that is not there is not made', () =>
  expectNotFound('PUT', [[tenant.owner, `${feature.path}/documents/${absentId}`]], { name: 'New' }));
