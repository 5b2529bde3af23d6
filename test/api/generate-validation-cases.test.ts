import { expect, test, vi } from 'vitest';
import { add } from '#adapters/dynamodb/expressions.ts';
import { ModelFailure } from '#domain/ports/language-model.ts';
import { absentId, aFeature as anyFeature, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aDocument, generate, requirements } from '../support/generate.ts';
import { openRoad } from '../support/road.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithActors, testInProcess } from '../support/scenario.ts';

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
  [
    'a document that is one endless sentence',
    `It must ${'go on and '.repeat(60_000)} on.`,
    'The documents state no requirement.',
  ],
  [
    'a document of more requirements than anybody reads',
    '- It must.\n'.repeat(5001),
    'The documents state 5001 requirements; a feature may have 5000. Split it, then generate again.',
  ],
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

const limits = [
  ['FREE', 'DAILY_AI_CAP_REACHED', 'day', 200_000, 4],
  ['PRO', 'AI_ALLOWANCE_EXHAUSTED', 'month', 15_000_000, 300],
] as const;

testInProcess.each(limits)(
  '402: %s: where the AI tokens are reserved, nothing more begins, and it says when it can',
  async (tier, code, per, limit, fitting) => {
    const waiting = Promise.withResolvers<void>();
    const ask = async () => {
      await waiting.promise;
      throw new ModelFailure('MODEL_LATE', 'Too late.', 7);
    };
    const slow = await openRoad({ name: 'openai:slow', ask });
    const own = await slow.scenario.aTenant(tier);
    const place = await aProject(own);
    const feature = await anyFeature(own, place);
    await aDocument(own.owner, feature.path);
    const cases = `${place.path}/validation-cases/generate`;
    const table = slow.scenario.target.tables!(own.tenantId);
    const count = async () => {
      const { items } = await table.query({
        pk: `T#${own.tenantId}#TOK`,
        sk: { beginsWith: per === 'day' ? 'D#' : 'M#' },
      });
      return items[0];
    };
    expect((await own.owner.post(cases, { featureId: feature.id })).status).toBe(202);
    const { pk, sk, reserved } = (await count())!;
    expect(reserved).toBe(50_000);
    // As though all but one of those that fit were under way.
    await table.update({ pk, sk }, [add('reserved', (fitting - 2) * 50_000), add('total', (fitting - 2) * 50_000)]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => own.owner.post(cases, { featureId: feature.id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 402, 402, 402, 402, 402]);
    const { body, text } = answers.find(({ status }) => status === 402)!;
    expect(body, text).toMatchObject({ code });
    expect(body['detail']).toContain(`The ${limit} AI tokens of this ${per === 'day' ? 'day' : 'period'} are used up.`);
    expect(body['detail']).toMatch(/There are new ones at \d{4}-\d\d-\d\dT00:00:00\.000Z; upgrade to have more now\./);
    expect(await count()).toMatchObject({ reserved: limit, total: limit, used: 0 });
    waiting.resolve();
    await vi.waitFor(async () => expect(await count()).toMatchObject({ used: 14, reserved: limit - 2 * 50_000 }), {
      timeout: 10_000,
    });
  },
);

testInProcess('503: a workflow that cannot be started gives back what it reserved', async () => {
  const model = { name: 'openai:any', ask: () => Promise.reject(new Error('is never asked')) };
  const start = () => Promise.reject(new Error('no more executions'));
  const broken = await openScenario((tables) => ({ ...localPorts(model)(tables), 'generations:start': { start } }));
  const own = await broken.aTenant();
  const place = await aProject(own);
  const { id: featureId } = await anyFeature(own, place);
  const { status, body } = await own.owner.post(`${place.path}/validation-cases/generate`, { featureId });
  expect([status, body['code']]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
  const { items } = await broken.target.tables!(own.tenantId).query({ pk: `T#${own.tenantId}#TOK` });
  expect(items.map(({ state, reserved }) => state ?? reserved)).toEqual(['RELEASED', 0, 0]);
});

testInProcess('202: rules take no AI tokens, so a tenant that has none left still generates', async () => {
  const table = scenario.target.tables!(tenant.tenantId);
  const feature = await aFeature();
  await aDocument(owner, feature.path);
  expect(await generate(owner, project.path, feature.id)).toMatchObject({ status: 'COMPLETED' });
  expect((await table.query({ pk: `T#${tenant.tenantId}#TOK` })).items).toEqual([]);
});

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
