import { expect, test } from 'vitest';
import { openRoad, publish, record } from '../support/road.ts';
import { orphanSpec } from '../support/orphan-spec.ts';
import { runWidgets, widgetSpecWithGap } from '../support/widgets.ts';

type Gap = { operation: string; journeyId: string; reason: string; edit: string | null };
type Coverage = {
  flowGaps: Gap[];
  waivedManual: { journeyId: string; kind: string; operations: string[] }[];
  nothingProved: boolean;
  lifecycleBlocking: boolean;
};
type Ship = { ship: boolean; blockers: { code: string; message: string; name?: string }[] };

const { tenant, aFeature } = await openRoad();
const { owner } = tenant;
const clean = await runWidgets();
const coverageOf = async (path: string) => (await owner.get<Coverage>(`${path}/coverage`)).body;
const shipOf = async (path: string) => (await owner.get<Ship>(`${path}/ship-status`)).body;
const statusOf = async (path: string) => (await owner.get(path)).body['status'];

test('a spec of which only refusals can be planned has NO_EXECUTABLE_PLANS, with the edits that would help', async () => {
  const feature = await aFeature();
  const { build } = await publish(tenant, feature.path, orphanSpec);
  expect(build).toMatchObject({ state: 'FAILED', reason: 'NO_EXECUTABLE_PLANS', planCount: 0 });
  expect(build.message).toMatch(/NOT_CREATABLE: .*boardId/);
  expect(await coverageOf(feature.path)).toMatchObject({ lifecycleBlocking: true });
  expect(await shipOf(feature.path)).toMatchObject({ ship: false, blockers: [{ code: 'VERIFIER_NOT_READY' }] });
});

test('where only refusals passed nothing is proved, though everything else is waived: no VERIFIED, no ship', async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path);
  const refusals = clean.journeys.filter(({ kind }) => kind === 'not-found' || kind === 'call-unknown');
  expect(refusals.length).toBeGreaterThan(0);
  await record(owner, feature.path, { ...clean, journeys: refusals });
  for (const { id } of clean.journeys.filter((journey) => !refusals.includes(journey)))
    expect((await owner.post(`${feature.path}/coverage/waivers`, { journeyId: id, reason: 'x' })).status).toBe(201);
  await record(owner, feature.path, { ...clean, journeys: refusals });
  expect(await coverageOf(feature.path)).toMatchObject({ nothingProved: true, lifecycleBlocking: true });
  expect(await shipOf(feature.path)).toMatchObject({ ship: false, blockers: [{ code: 'NOTHING_PROVED' }] });
  expect(await statusOf(feature.path)).toBe('SPEC_PUBLISHED');
  await record(owner, feature.path, clean);
  expect(await shipOf(feature.path)).toMatchObject({ ship: true, blockers: [] });
  expect(await statusOf(feature.path)).toBe('VERIFIED');
});

test('an operation that no journey covers blocks, with why and the edit, until somebody answers for it', async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path, widgetSpecWithGap);
  const results = await runWidgets(undefined, widgetSpecWithGap);
  await record(owner, feature.path, results);
  const { flowGaps, lifecycleBlocking } = await coverageOf(feature.path);
  const gap = { operation: 'getHealth', reason: 'OUTCOME_NOT_SHOWN' };
  expect([flowGaps, lifecycleBlocking]).toMatchObject([[gap], true]);
  expect(flowGaps[0]?.edit).toBe('Document what GET /health shows in its 200 response.');
  const { ship, blockers } = await shipOf(feature.path);
  expect([ship, blockers]).toMatchObject([false, [{ code: 'FLOW_GAP', name: 'getHealth' }]]);
  expect(blockers[0]?.message).toContain('Document what GET /health shows');
  expect(await statusOf(feature.path)).toBe('SPEC_PUBLISHED');

  const waivers = `${feature.path}/coverage/waivers`;
  const { status, body } = await owner.post(waivers, { operation: 'getHealth', reason: 'Watched elsewhere' });
  expect([status, body]).toMatchObject([201, { operation: 'getHealth', journeyId: flowGaps[0]?.journeyId }]);
  const waived = await coverageOf(feature.path);
  expect(waived).toMatchObject({ flowGaps: [], lifecycleBlocking: false });
  expect(waived.waivedManual).toMatchObject([{ kind: 'gap', operations: ['getHealth'], waiver: body }]);
  expect(await shipOf(feature.path)).toMatchObject({ ship: true });
  await record(owner, feature.path, results);
  expect(await statusOf(feature.path)).toBe('VERIFIED');

  expect((await owner.delete(`${waivers}/${String(body['journeyId'])}`)).status).toBe(204);
  expect(await shipOf(feature.path)).toMatchObject({ ship: false });
});

const thrown = (description: string) => ({ description, operationId: 'deleteWidget' });

test('a refusal that a missing route would give covers nothing, in a workbook journey either', async () => {
  const feature = await aFeature();
  await owner.put(`${feature.path}/workbook`, {
    journeys: [
      // Of a second delete no plan is made, so that the journey has none of its own.
      { name: 'Widgets go', steps: [thrown('Somebody throws one away'), thrown('Somebody does it again')] },
    ],
  });
  await publish(tenant, feature.path);
  // Only the refusals of the operation were seen, and nobody knows of the route but by them.
  const metadata = { ...clean.metadata, flowVersion: '1' };
  const seen = clean.journeys.flatMap((journey) => {
    const { operations, kind } = journey;
    if (!operations.includes('deleteWidget')) return [journey];
    if (kind !== 'not-found' && kind !== 'call-unknown') return [];
    const attempts = journey.facts.attempts.map((attempt) => ({
      ...attempt,
      steps: attempt.steps.map(({ templateServed: _served, ...step }) => ({ ...step, sameAsNoRoute: true })),
    }));
    return [{ ...journey, facts: { attempts } }];
  });
  const { body } = await record(owner, feature.path, { ...clean, metadata, journeys: seen });
  expect(body.run).toMatchObject({ counts: true, failed: 0, inconclusive: 0 });
  const left = clean.journeys.filter(({ id }) => !seen.some((journey) => journey.id === id));
  for (const { id } of left) await owner.post(`${feature.path}/coverage/waivers`, { journeyId: id, reason: 'x' });
  const coverage = await owner.get<Coverage & { observedButInconclusive: { name: string; reason: string }[] }>(
    `${feature.path}/coverage`,
  );
  expect(coverage.body.flowGaps).toMatchObject([{ operation: 'deleteWidget', reason: 'ROUTE_IN_DOUBT' }]);
  expect(coverage.body.observedButInconclusive).toMatchObject([
    { name: 'Widgets go', reason: 'ROUTE_IN_DOUBT: deleteWidget' },
  ]);
  expect((await shipOf(feature.path)).ship).toBe(false);
});
