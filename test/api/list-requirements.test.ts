import { expect, test } from 'vitest';
import { requirementIdOf } from '#planner/trace/requirement-id-of.ts';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { aDocument, generate } from '../support/generate.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets, widgetSpec } from '../support/widgets.ts';

type Requirement = {
  sentence: string;
  verdict: string;
  caseStatus: string;
  waived: boolean;
  bindings: { operation: string; outcome: string }[];
  journeys: { journeyId: string; status: string | null; runId: string | null; waived: boolean }[];
  noLongerProvedBy: string[];
  missing: { reason: string; edit: string | null } | null;
};

type Blocker = { code: string; requirements?: string[] };

const { scenario, tenant, project, aFeature: aFeatureHere } = await openRoad();
const { owner } = tenant;
const feature = await aFeatureHere();
const path = `${feature.path}/requirements`;
const document = [
  '# Widgets',
  '',
  '- A maker can create a widget with a label.',
  '- A deleted widget must not be found any more.',
  '- An unknown widget must be answered with 404.',
  '- A maker can polish a widget.',
  '- Widgets must be made of recycled steel.',
  '',
].join('\n');
const requirementsOf = async (featurePath: string): Promise<Requirement[]> =>
  (await owner.get<{ data: Requirement[] }>(`${featurePath}/requirements`)).body.data;
const verdictsOf = async (featurePath: string): Promise<string[]> =>
  (await requirementsOf(featurePath)).map(({ verdict }) => verdict);

test('200: a "must not" sentence about a persona is proved by a journey that it alone has brought about', async () => {
  const roles = await aProject(tenant);
  const own = await aFeature(tenant, roles);
  for (const [name, description] of Object.entries({ Maker: 'May do everything.', Viewer: 'A person.' }))
    await owner.post(`${roles.path}/test-personas`, { name, description, authType: 'BEARER', scope: 'PROJECT' });
  const quote = 'Viewers must not delete a widget.';
  const documentId = await aDocument(owner, own.path, `# Roles\n\n${quote}\n`);
  await generate(owner, roles.path, own.id);
  await publish(tenant, own.path, { ...widgetSpec, security: [{ bearer: [] }] });
  const id = requirementIdOf(own.id, documentId, { sectionHeading: 'Roles', quote });
  expect(await requirementsOf(own.path)).toMatchObject([
    {
      caseId: id,
      sentence: quote,
      verdict: 'NOT_OBSERVED',
      bindings: [{ operation: 'deleteWidget', outcome: 'persona', missing: null }],
      journeys: [{ name: 'Viewer is refused DELETE /widgets/{id}' }],
    },
  ]);
});

test('200: a requirement is proved, fails, is waived and goes stale with what the runs and the documents say', async () => {
  const own = await aFeatureHere();
  expect(await requirementsOf(own.path)).toEqual([]);
  const documentId = await aDocument(owner, own.path, document);
  await generate(owner, project.path, own.id);
  expect((await requirementsOf(own.path)).map(({ missing }) => missing?.reason)).toEqual(Array(5).fill('NO_VERIFIER'));
  await publish(tenant, own.path);
  const traced = await requirementsOf(own.path);
  expect(traced.map(({ verdict }) => verdict)).toEqual([
    'NOT_OBSERVED',
    'NOT_OBSERVED',
    'NOT_OBSERVED',
    'UNBOUND',
    'UNBOUND',
  ]);
  expect(traced[3]?.missing).toMatchObject({
    reason: 'NO_OPERATION',
    edit: 'Add "POST /widgets/{id}/polish", which answers the widget as it is then.',
  });
  await record(owner, own.path, await runWidgets('forgets deletes'));
  expect((await verdictsOf(own.path)).slice(0, 3)).toEqual(['PROVED', 'FAILED', 'PROVED']);
  const sentence = 'A deleted widget must not be found any more.';
  const told = (await owner.get<{ requirements: object }>(`${own.path}/coverage`)).body.requirements;
  const journeyIds = [expect.any(String)];
  expect(told).toMatchObject({ proved: 2, failed: 1, unbound: 2, failures: [{ sentence, journeyIds }] });
  const { blockers } = (await owner.get<{ blockers: Blocker[] }>(`${own.path}/ship-status`)).body;
  expect(blockers.filter(({ requirements }) => requirements)).toMatchObject([
    { code: 'DECISIVE_FAILURE', requirements: [sentence] },
  ]);
  await record(owner, own.path, await runWidgets(undefined));
  expect((await verdictsOf(own.path)).slice(0, 3)).toEqual(['PROVED', 'PROVED', 'PROVED']);
  expect(
    (await owner.get<{ totalElements: number }>(`${own.path}/requirements?verdict=proved`)).body.totalElements,
  ).toBe(3);

  const [, deleted] = await requirementsOf(own.path);
  for (const { journeyId } of deleted?.journeys ?? [])
    await owner.post(`${own.path}/coverage/waivers`, { journeyId, reason: 'known' });
  expect((await requirementsOf(own.path)).map(({ waived }) => waived)).toEqual([false, true, false, false, false]);
  // A waiver takes nothing from what passes.
  expect((await verdictsOf(own.path)).slice(0, 3)).toEqual(['PROVED', 'PROVED', 'PROVED']);

  const changed = document.replace('with a label', 'with a size');
  await owner.put(`${own.path}/documents/${documentId}`, { content: changed });
  const stale = await requirementsOf(own.path);
  expect(stale[0]).toMatchObject({ verdict: 'STALE', caseStatus: 'STALE', journeys: [] });
  expect(stale[0]?.noLongerProvedBy).toEqual(traced[0]?.journeys.map(({ journeyId }) => journeyId));
});

test('200: cases of a feature carry what ties them to its journeys', async () => {
  const own = await aFeatureHere();
  await aDocument(owner, own.path, `${document}- A widget can be read by its id, by ADR-12.\n`);
  await generate(owner, project.path, own.id);
  await publish(tenant, own.path);
  const { data } = (
    await owner.get<{ data: Record<string, unknown>[] }>(`${project.path}/validation-cases?featureId=${own.id}`)
  ).body;
  const [created, , , polished] = data;
  expect(created).toMatchObject({ coverageFlags: ['TRACED'], assertionsFromPrd: [{ graphCaptured: true }] });
  expect(created?.['stepsFromGraph']).toEqual([expect.stringMatching(/^POST \/widgets .*compares .*\/label/)]);
  expect(created?.['sourceJourneyId']).toMatch(/^[0-9a-f-]{36}$/);
  expect(polished).toMatchObject({
    coverageFlags: ['UNBOUND', 'NO_OPERATION'],
    assertionsFromPrd: [{ graphCaptured: false }],
    stepsFromGraph: [],
    sourceJourneyId: null,
  });
  expect(data.at(-1)).toMatchObject({ sourceDecisionRef: 'ADR-12' });
});

test('200: pages', () => expectPaging(owner, path));

test('400: parameters that cannot be are refused', () => expectInvalidQuery(owner, path, ['page=0', 'size=101']));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${project.path}/features/${absentId}/requirements`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
