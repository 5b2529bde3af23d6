import { describe, expect, test } from 'vitest';
import type { JourneyResult, StepTrace } from '#verifier/result/result.ts';
import { openRoad, publish, record, type Recorded } from '../support/road.ts';
import { runWidgets } from '../support/widgets.ts';

const { tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const clean = await runWidgets();

type Told = Pick<JourneyResult, 'id' | 'name' | 'status' | 'steps' | 'details'>;

/** What the specification itself asks for of a journey, without our evidence. */
const bare = ({ id, name, status, steps }: JourneyResult): Told => ({ id, name, status, steps });
const documentOf = (journeys: object[]) => ({ metadata: clean.metadata, journeys });
const ofKind = (kind: string): JourneyResult => clean.journeys.find((journey) => journey.kind === kind)!;

/** A journey that fails at a step, with what was seen there. */
const failing = (kind: string, index: number, seen: Partial<StepTrace>): Told => {
  const journey = bare(ofKind(kind));
  const steps = journey.steps.slice(0, index + 1).map((step, at) => (at === index ? { ...step, ...seen } : step));
  return { ...journey, status: 'fail', steps };
};

const verified = async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path);
  await record(owner, feature.path, clean);
  expect(await statusOf(feature.path)).toBe('VERIFIED');
  return feature;
};
const statusOf = async (path: string): Promise<unknown> => (await owner.get(path)).body['status'];
const shipOf = async (path: string): Promise<unknown> => (await owner.get(`${path}/ship-status`)).body['ship'];
const journeyIn = ({ journeys }: Recorded, { id }: Told) => journeys.find(({ journeyId }) => journeyId === id);

test('passes with the steps of the plan and the values that it asserts are enough', async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path);
  const { status, body } = await record(owner, feature.path, documentOf(clean.journeys.map(bare)));
  expect([status, body.run['passed'], body.run['status']]).toEqual([201, 9, 'COMPLETED']);
  expect(await statusOf(feature.path)).toBe('VERIFIED');
  expect(await shipOf(feature.path)).toBe(true);
});

describe('a pass that shows less is UNPROVEN: it is reported, verifies nothing and never ships', () => {
  const first = ({ steps: [step, ...rest] }: Told, change: Partial<StepTrace>) => [{ ...step!, ...change }, ...rest];
  test.each<[string, (journey: Told) => Partial<Told>]>([
    ['without steps', () => ({ steps: [] })],
    ['without its last step', ({ steps }) => ({ steps: steps.slice(0, -1) })],
    ['of another method', (journey) => ({ steps: first(journey, { method: 'PATCH' }) })],
    ['of a step that was not run', (journey) => ({ steps: first(journey, { passed: null }) })],
    ['without assertions', ({ steps }) => ({ steps: steps.map(({ assertions: _none, ...step }) => step) })],
  ])('%s', async (_name, change) => {
    const feature = await verified();
    const journeys = clean.journeys.map(bare).map((one) => ({ ...one, ...change(one) }));
    const { body } = await record(owner, feature.path, documentOf(journeys));
    const read = journeyIn(body, bare(ofKind('create-read')));
    expect(read).toMatchObject({ status: 'INCONCLUSIVE', reasonCode: 'UNPROVEN', uploadedVerdict: 'pass' });
    expect([await statusOf(feature.path), await shipOf(feature.path)]).toEqual(['SPEC_PUBLISHED', false]);
  });
});

test('a pass whose evidence contradicts itself is UNPROVEN, or the failure that the evidence shows', async () => {
  const feature = await verified();
  const journey = ofKind('create-read');
  const withFacts = (change: (steps: JourneyResult['facts']['attempts'][number]['steps']) => object[]) => ({
    ...journey,
    facts: { attempts: journey.facts.attempts.map((one) => ({ ...one, steps: change(one.steps) })) },
  });
  const forged: [object, string][] = [
    [{ ...journey, steps: [] }, 'UNPROVEN'],
    [{ ...journey, steps: journey.steps.map((step) => ({ ...step, statusCode: 202 })) }, 'UNPROVEN'],
    [
      withFacts((steps) =>
        steps.map(({ assertions, ...step }) => ({
          ...step,
          ...(assertions ? { assertions: assertions.map((one) => ({ ...one, actual: 'other' })) } : {}),
        })),
      ),
      'FLAKY',
    ],
    [withFacts((steps) => steps.map((step) => ({ ...step, statusCode: 404 }))), 'FLAKY'],
  ];
  for (const [one, reasonCode] of forged) {
    const { body } = await record(owner, feature.path, { ...clean, journeys: [one] });
    expect(body.journeys[0]).not.toMatchObject({ status: 'PASSED' });
    expect(body.journeys[0]).toMatchObject({ reasonCode });
    expect(await shipOf(feature.path)).toBe(false);
  }
});

describe('a failure is judged by its steps and assertions alone', () => {
  const wrong = (pointer: string, actual: unknown) => ({
    passed: false,
    assertions: [{ op: 'equals', pointer, expected: 'Sprocket', actual, passed: false } as never],
  });
  test.each<[string, Told, string, string]>([
    [
      'a collection that answers 404',
      failing('create-list', 0, { statusCode: 404, passed: false }),
      'FAIL_DECISIVE_ROUTE_MISSING',
      'ROUTE_NOT_SERVED',
    ],
    [
      'a route that answers 405',
      failing('create-read', 0, { statusCode: 405, passed: false }),
      'FAIL_DECISIVE_ROUTE_MISSING',
      'ROUTE_NOT_SERVED',
    ],
    [
      'a server error',
      failing('create-read', 1, { statusCode: 500, passed: false }),
      'FAIL_DECISIVE_CONTRACT',
      'SERVER_ERROR',
    ],
    [
      'a broken shape',
      failing('create-read', 1, {
        passed: false,
        assertions: [{ op: 'schema', pointer: '/size', passed: false }],
      }),
      'FAIL_DECISIVE_CONTRACT',
      'SCHEMA',
    ],
    [
      'a value that reads back otherwise',
      failing('create-read', 1, wrong('/label', 'Cog')),
      'FAIL_DECISIVE_PERSISTENCE',
      'VALUE_NOT_STORED',
    ],
    [
      'a value that is echoed otherwise',
      failing('create-echo', 0, wrong('/label', 'Cog')),
      'FAIL_DECISIVE_PERSISTENCE',
      'VALUE_ALTERED',
    ],
    [
      'a refused credential',
      failing('create-read', 0, { statusCode: 403, passed: false }),
      'INCONCLUSIVE_AUTH_REQUIRED',
      'PERSONA_FORBIDDEN',
    ],
    [
      'a step that failed and does not say why',
      failing('create-read', 1, { passed: false, error: 'it broke' }),
      'INCONCLUSIVE_SETUP_REQUIRED',
      'NO_EVIDENCE',
    ],
    [
      'a journey without steps',
      { ...bare(ofKind('create-read')), status: 'fail', steps: [], details: 'it broke' },
      'INCONCLUSIVE_SETUP_REQUIRED',
      'NO_EVIDENCE',
    ],
  ])('%s', async (_name, told, verdict, reasonCode) => {
    const feature = await verified();
    const { body } = await record(owner, feature.path, documentOf([told]));
    expect(journeyIn(body, told)).toMatchObject({ verdict, reasonCode });
    expect(body.run['status']).toBe('FAILED');
    expect([await statusOf(feature.path), await shipOf(feature.path)]).toEqual(['SPEC_PUBLISHED', false]);
    const { text } = await owner.get(`${project.path}/test-runs/${body.run.runId}/results`);
    if (reasonCode === 'NO_EVIDENCE') expect(text).toContain('no evidence');
  });
});

test('a skip of an ENFORCED journey takes VERIFIED away', async () => {
  const feature = await verified();
  const told = { ...bare(ofKind('create-read')), status: 'skip', steps: [] };
  const { body } = await record(owner, feature.path, documentOf([told]));
  expect(body.journeys).toMatchObject([{ status: 'SKIPPED', reasonCode: 'NO_EVIDENCE' }]);
  expect(body.run).toMatchObject({ status: 'COMPLETED', skipped: 1, inconclusive: 0 });
  expect(await statusOf(feature.path)).toBe('SPEC_PUBLISHED');
});

test('each count of a run is what the list of its results with that status holds', async () => {
  const feature = await verified();
  const [first, second, third, ...others] = clean.journeys.map(bare);
  const journeys = [
    { ...first!, status: 'skip', steps: [] },
    { ...second!, status: 'fail', steps: [] },
    failing('delete-gone', 0, { statusCode: 500, passed: false }),
    ...others.filter(({ id }) => id !== ofKind('delete-gone').id),
  ].filter((one, at, all) => all.findIndex(({ id }) => id === one.id) === at);
  const { body } = await record(owner, feature.path, documentOf(journeys));
  const counts = { PASSED: 'passed', FAILED: 'failed', SKIPPED: 'skipped', INCONCLUSIVE: 'inconclusive' } as const;
  expect(third).toBeDefined();
  for (const [status, count] of Object.entries(counts)) {
    const { body: list } = await owner.get(`${project.path}/test-runs/${body.run.runId}/results?status=${status}`);
    expect([status, list['totalElements']]).toEqual([status, body.run[count]]);
  }
  expect(body.run).toMatchObject({ skipped: 1, inconclusive: 1, failed: 1 });
});

test('409 RESULT_MISMATCH: a flow version that no build of the spec has; an older one counts for nothing', async () => {
  const feature = await verified();
  const wrong = { ...clean, metadata: { ...clean.metadata, flowVersion: '999' } };
  const { status, body } = await record(owner, feature.path, wrong);
  const problem = body as unknown as { code: string; errors: object[] };
  expect([status, problem.code]).toEqual([409, 'RESULT_MISMATCH']);
  expect(problem.errors).toMatchObject([{ pointer: '#/results/metadata/flowVersion' }]);
  await owner.put(`${feature.path}/workbook`, { journeys: [] });
  await publish(tenant, feature.path);
  const older = await record(owner, feature.path, clean);
  expect([older.status, older.body.run['counts']]).toEqual([201, false]);
  expect(older.body.notes[0]).toContain('older flow version');
  const newer = { ...clean, metadata: { ...clean.metadata, flowVersion: '1' } };
  expect((await record(owner, feature.path, newer)).body.run['counts']).toBe(true);
});
