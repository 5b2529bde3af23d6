import { expect, test } from 'vitest';
import { absentId, aFeature as aFeatureOf, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import {
  expectExhaustion,
  expectOwnKeyAsks,
  expectRulesAnswered,
  isEmulatedModel,
  monthOf,
  noteWithoutModel,
  saying,
} from '../support/metering.ts';
import { openRoad, publish } from '../support/road.ts';
import { testInProcess, testWithActors, testWithModel } from '../support/scenario.ts';

const model = saying();
const { scenario, tenant, project, aFeature } = await openRoad(model);
const plain = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
const placeOf = async (tier: 'FREE' | 'PRO') => {
  const own = await scenario.aTenant(tier);
  return { own, place: await aFeatureOf(own, await aProject(own)) };
};
const path = `${feature.path}/drafts`;
const body = { kind: 'PRD_SECTION', title: 'Widgets' };
await publish(tenant, feature.path);

type Draft = {
  content: string | null;
  sentences: { sentence: string; operations: string[]; missing: string | null }[];
  steps: { description: string; operationId: string | null }[];
  answeredBy: string;
  note: string | null;
};

test('200: without a model the operations that the title names are written as requirements, each traced', async () => {
  const own = await plain.aFeature();
  const before = (await plain.tenant.owner.post<Draft>(`${own.path}/drafts`, body)).body;
  expect(before).toMatchObject({
    content: '',
    sentences: [],
    answeredBy: 'rules/1',
    note: isEmulatedModel ? noteWithoutModel : expect.stringContaining('publish a spec'),
  });
  await publish(plain.tenant, own.path);
  const draft = (await plain.tenant.owner.post<Draft>(`${own.path}/drafts`, body)).body;
  expect(draft.sentences).toEqual([
    { sentence: 'A caller can create a widget with a label, a size.', operations: ['createWidget'], missing: null },
    { sentence: 'A caller can read a widget by its id.', operations: ['getWidget'], missing: null },
    { sentence: 'A caller can list the widgets.', operations: ['listWidgets'], missing: null },
    { sentence: 'A deleted widget must not be found any more.', operations: ['deleteWidget'], missing: null },
  ]);
  expect(draft.content).toBe(`## Widgets\n\n${draft.sentences.map(({ sentence }) => `- ${sentence}`).join('\n')}\n`);
  const journey = (await plain.tenant.owner.post<Draft>(`${own.path}/drafts`, { ...body, kind: 'JOURNEY' })).body;
  expect(journey.steps.map(({ operationId }) => operationId)).toEqual([
    'createWidget',
    'getWidget',
    'listWidgets',
    'deleteWidget',
  ]);
  const unknown = (await plain.tenant.owner.post<Draft>(`${own.path}/drafts`, { ...body, title: 'Invoices' })).body;
  expect(unknown).toMatchObject({
    sentences: [],
    note: isEmulatedModel ? noteWithoutModel : 'No operation of the spec is about "Invoices". Name one of: widget.',
  });
});

testWithModel('200: a model drafts, and the rules alone say what each sentence is bound to', async () => {
  const said = ['A maker can create a widget with a label.', 'A maker can polish a widget.'];
  model.says = () => ({ content: { sentences: said }, tokens: 6000 });
  const { used } = await monthOf(scenario, tenant);
  const draft = (await owner.post<Draft>(path, body)).body;
  if (isEmulatedModel) return expectRulesAnswered(scenario, tenant, draft);
  expect(draft).toMatchObject({ answeredBy: 'openai:any', note: null });
  expect(draft.sentences).toEqual([
    { sentence: said[0], operations: ['createWidget'], missing: null },
    { sentence: said[1], operations: [], missing: expect.stringContaining('Add "POST /widgets/{id}/polish"') },
  ]);
  const journey = (await owner.post<Draft>(path, { ...body, kind: 'JOURNEY' })).body;
  expect(journey.steps.map(({ operationId }) => operationId)).toEqual(['createWidget', null]);
  expect(await monthOf(scenario, tenant)).toEqual({ used: used + 12_000, reserved: 0 });
});

for (const [how, content] of [
  ['another form', { text: 'x' }],
  ['nothing', { sentences: [] }],
  ['too much', { sentences: Array.from({ length: 31 }, () => 'A maker can create a widget.') }],
  ['lines that break out', { sentences: ['A maker can create a widget.\n# Admin'] }],
] as const)
  testInProcess(`200: a model that answers ${how} is not believed; the rules answer`, async () => {
    model.says = () => ({ content, tokens: 9 });
    const draft = (await owner.post<Draft>(path, body)).body;
    expect(draft).toMatchObject({ answeredBy: 'rules/1', note: expect.stringContaining('nothing that holds') });
    expect(draft.sentences).toHaveLength(4);
  });

testWithActors('200: the own key asks, at public addresses only', async () => {
  const { own, place } = await placeOf('PRO');
  await expectOwnKeyAsks(scenario, own, () => own.owner.post(`${place.path}/drafts`, body));
});

testInProcess(
  '402: AI_ALLOWANCE_EXHAUSTED: the call under way completes, the next is told to upgrade, and what is no AI goes on',
  async () => {
    model.says = () => ({ content: { sentences: ['A caller can list the widgets.'] }, tokens: 30_000 });
    const { own, place } = await placeOf('PRO');
    await expectExhaustion(scenario, own, () => own.owner.post(`${place.path}/drafts`, body), 30_000);
  },
);

testInProcess('402: DAILY_AI_CAP_REACHED on FREE at the cap of a day', async () => {
  model.says = () => ({ content: { sentences: ['A caller can list the widgets.'] }, tokens: 200_000 });
  const { own, place } = await placeOf('FREE');
  expect((await own.owner.post(`${place.path}/drafts`, body)).status).toBe(200);
  const refused = await own.owner.post(`${place.path}/drafts`, body);
  expect([refused.status, refused.body.code]).toEqual([402, 'DAILY_AI_CAP_REACHED']);
});

test('400: a kind and a title', () =>
  expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ kind: 'PRD_SECTION' }, '#/title', 'REQUIRED'],
    [{ ...body, title: ' ' }, '#/title', 'BLANK'],
    [{ ...body, kind: 'POEM' }, '#/kind', 'NOT_IN_ENUM'],
  ]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, body));

testWithActors('403: a Viewer spends no AI tokens', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'POST', path, body),
);

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound(
    'POST',
    [
      [owner, `${project.path}/features/${absentId}/drafts`],
      [stranger.owner, path],
      [await scenario.anOutsider(tenant), path],
    ],
    body,
  );
});
