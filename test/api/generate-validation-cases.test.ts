import { expect, test } from 'vitest';
import { absentId, aFeature as anyFeature, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aDocument, generate, requirements } from '../support/generate.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const path = `${project.path}/validation-cases/generate`;

type Case = Record<string, unknown> & { id: string; sectionRefs: { prdQuote: string }[] };
const casesOf = async (featureId: string, query = '') =>
  (await owner.get<{ data: Case[] }>(`${project.path}/validation-cases?featureId=${featureId}&size=100${query}`)).body
    .data;

test('202: the generation runs by itself, and its cases quote the document to the letter', async () => {
  const feature = await aFeature();
  const sourcePrdId = await aDocument(owner, feature.path);
  const started = await owner.post(path, { featureId: feature.id });
  expect(started.status).toBe(202);
  expect(started.body).toEqual({ workflowId: expect.any(String) });
  expect(started.headers['location']).toBe(`${path}/status/${String(started.body['workflowId'])}`);
  expect(started.headers['retry-after']).toBe('2');
  const done = await generate(owner, project.path, feature.id);
  expect(done).toMatchObject({ status: 'COMPLETED', phase: 'DONE', message: '6 validation cases generated.' });
  expect(done).toMatchObject({ totalSkeletons: 6, enrichedCases: 6, persistedCases: 6 });
  const cases = await casesOf(feature.id);
  expect(cases).toHaveLength(6);
  for (const { sectionRefs, ...each } of cases) {
    expect(requirements).toContain(sectionRefs[0]!.prdQuote);
    expect(each).toMatchObject({ sourcePrdId, featureId: feature.id, projectId: project.id, status: 'ACTIVE' });
  }
});

test('202: the same documents give the same cases again; a requirement that is gone is archived', async () => {
  const feature = await aFeature();
  const documentId = await aDocument(owner, feature.path);
  await generate(owner, project.path, feature.id);
  const first = await casesOf(feature.id);
  await generate(owner, project.path, feature.id);
  expect((await casesOf(feature.id)).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  const content = requirements.replace(/- A refund must not exceed.*\n/, '');
  await owner.put(`${feature.path}/documents/${documentId}`, { content });
  expect((await casesOf(feature.id)).map(({ status }) => status)).toEqual(Array(6).fill('STALE'));
  await generate(owner, project.path, feature.id);
  const [archived, ...more] = await casesOf(feature.id, '&status=ARCHIVED');
  expect(more).toEqual([]);
  expect(archived).toMatchObject({ name: 'A refund must not exceed the amount that was paid.' });
  expect(await casesOf(feature.id, '&status=active')).toHaveLength(5);
});

test.each([
  ['no documents', undefined, 'The feature has no documents. Add its PRD or TRD'],
  ['an empty document', '', 'The documents state no requirement.'],
  ['a document that demands nothing', '# Hello\n\nThis is a greeting.\n', 'The documents state no requirement.'],
])('202: %s ends the generation FAILED and says what to do', async (_name, content, message) => {
  const feature = await aFeature();
  if (content !== undefined) await aDocument(owner, feature.path, content);
  const done = await generate(owner, project.path, feature.id);
  expect(done).toMatchObject({ status: 'FAILED', message: expect.stringContaining(message), persistedCases: 0 });
  expect(await casesOf(feature.id)).toEqual([]);
});

test('202: a feature that goes meanwhile leaves no cases behind', async () => {
  const feature = await aFeature();
  await aDocument(owner, feature.path);
  await owner.post(path, { featureId: feature.id });
  await owner.delete(feature.path);
  expect(await casesOf(feature.id)).toEqual([]);
});

test('400: the body names a feature', () =>
  expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{}, '#/featureId', 'REQUIRED'],
    [{ featureId: 'x' }, '#/featureId', 'INVALID_FORMAT'],
    [{ featureId: null }, '#/featureId', 'INVALID_TYPE'],
  ]));

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', path, { featureId: absentId }));

testWithActors('403: a Viewer starts nothing', async () => {
  const { id: featureId } = await aFeature();
  await expectForbidden([await scenario.aViewer(tenant)], 'POST', path, { featureId });
});

test('404: a feature that is not there, or in another project', async () => {
  const other = await aProject(tenant, 'Other');
  const { id } = await anyFeature(tenant, other);
  for (const featureId of [absentId, id]) await expectNotFound('POST', [[owner, path]], { featureId });
});
