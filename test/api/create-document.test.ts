import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const feature = await aFeature();
const path = `${feature.path}/documents`;
const document = { name: 'Requirements', type: 'PRD', content: '# Refunds\n\nA refund must be paid.\n' };

test('201: the document is there with its content', async () => {
  const answer = await tenant.owner.post(path, { ...document, status: 'COMPLETED' });
  expect(answer.status).toBe(201);
  expect(answer.headers['location']).toBe(`${path}/${answer.body.id}`);
  expect(answer.body).toEqual({
    id: expect.any(String),
    featureId: feature.id,
    ...document,
    status: 'COMPLETED',
    sizeBytes: 34,
    contentHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await tenant.owner.get(`${path}/${answer.body.id}`)).body).toEqual(answer.body);
});

test('201: a draft unless the body says otherwise; empty and largest content', async () => {
  const content = 'ä'.repeat(512 * 1024);
  for (const given of ['', content]) {
    const { status, body } = await tenant.owner.post(path, { ...document, content: given });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'DRAFT', content: given });
  }
});

test('400: every field keeps to its limits', async () => {
  await expectInvalidBody(tenant.owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ ...document, name: ' ' }, '#/name', 'BLANK'],
    [{ ...document, name: 'n'.repeat(201) }, '#/name', 'TOO_LONG'],
    [{ ...document, type: 'MEMO' }, '#/type', 'NOT_IN_ENUM'],
    [{ ...document, status: 'DONE' }, '#/status', 'NOT_IN_ENUM'],
    [{ name: 'n', type: 'PRD' }, '#/content', 'REQUIRED'],
    [{ ...document, content: `${'ä'.repeat(512 * 1024)}x` }, '#/content', 'INVALID'],
    [{ ...document, content: 'not\0text' }, '#/content', 'INVALID'],
  ]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, document));

testWithActors('403: a Viewer writes nothing', async () => {
  await expectForbidden([await scenario.aViewer(tenant)], 'POST', path, document);
});

test('404: no feature, no document', () =>
  expectNotFound('POST', [[tenant.owner, `${project.path}/features/${absentId}/documents`]], document));
