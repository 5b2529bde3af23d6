import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record, type Recorded } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets, widgetSpec } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const given = await aFeature();
const path = `${given.path}/verifier-runs`;
let clean: ResultDocument;
let failing: ResultDocument;

beforeAll(async () => {
  await publish(tenant, given.path);
  [clean, failing] = await Promise.all([runWidgets(), runWidgets('answers 500 on create')]);
});

const statusOf = async (featurePath: string): Promise<unknown> => (await owner.get(featurePath)).body['status'];
const outcomes = ({ journeys }: Recorded): string[] =>
  journeys.map(({ status, verdict, reasonCode }) => [status, verdict, reasonCode].filter(Boolean).join(' '));

describe('201', () => {
  test('201: a clean run is recorded whole and verifies the feature', async () => {
    const feature = await aFeature();
    const { specHash } = await publish(tenant, feature.path);
    const labels = { branch: 'main', commitId: 'c0ffee', imageTag: 'v1', baseUrl: 'https://api.test' };
    const { status, headers, body } = await record(owner, feature.path, clean, labels);
    expect(status).toBe(201);
    expect(body.run).toEqual({
      runId: expect.any(String),
      tenantId: tenant.tenantId,
      projectId: project.id,
      featureId: feature.id,
      status: 'COMPLETED',
      startedAt: '2026-01-01T00:00:00.000Z',
      completedAt: clean.endedAt,
      durationMs: expect.any(Number),
      totalTests: 9,
      passed: 9,
      failed: 0,
      skipped: 0,
      inconclusive: 0,
      ...labels,
      specHash,
      counts: true,
    });
    expect(outcomes(body)).toEqual(Array(9).fill('PASSED'));
    expect(body.notes).toEqual([]);
    expect(headers['location']).toBe(`${project.path}/test-runs/${body.run.runId}`);
    expect((await owner.get(headers['location']!)).body).toEqual(body.run);
    expect(await statusOf(feature.path)).toBe('VERIFIED');
  });

  test('a decisive failure takes VERIFIED back, and the diff says what changed', async () => {
    const feature = await aFeature();
    await publish(tenant, feature.path);
    const first = await record(owner, feature.path, clean);
    const { body } = await record(owner, feature.path, failing);
    expect(body.run).toMatchObject({
      status: 'FAILED',
      totalTests: 9,
      passed: 2,
      failed: 1,
      skipped: 0,
      inconclusive: 6,
    });
    const caused = 'INCONCLUSIVE INCONCLUSIVE_SETUP_REQUIRED CAUSED_BY';
    expect(outcomes(body)).toEqual([
      'FAILED FAIL_DECISIVE_CONTRACT SERVER_ERROR',
      ...Array(6).fill(caused),
      ...Array(2).fill('PASSED'),
    ]);
    const owner_ = body.journeys[0]!.journeyId;
    expect(body.journeys.map(({ causedBy }) => causedBy)).toEqual([null, ...Array(6).fill(owner_), null, null]);
    expect(body.diff.previousRunId).toBe(first.body.run.runId);
    expect(body.diff.changes.map(({ kind, before, after }) => `${kind} ${before} → ${after}`)).toEqual([
      'REGRESSED PASSED → FAILED',
      ...Array(6).fill('REGRESSED PASSED → INCONCLUSIVE'),
    ]);
    expect(body.diff.counts).toEqual({ regressed: 7, recovered: 0, changed: 0, new: 0, notRun: 0, same: 2 });
    expect(await statusOf(feature.path)).toBe('SPEC_PUBLISHED');
  });

  test('the run that is well again says what recovered, and a part of it what did not run', async () => {
    const feature = await aFeature();
    await publish(tenant, feature.path);
    const first = await record(owner, feature.path, failing);
    expect(first.body.diff).toMatchObject({ previousRunId: null, counts: { new: 9, same: 0 } });
    const { body } = await record(owner, feature.path, clean);
    expect(body.diff.counts).toEqual({ regressed: 0, recovered: 7, changed: 0, new: 0, notRun: 0, same: 2 });
    const part = await record(owner, feature.path, { ...clean, journeys: clean.journeys.slice(0, 2) });
    expect(part.body.diff.counts).toMatchObject({ notRun: 7, same: 2, regressed: 0 });
  });

  test('a journey that ends otherwise at the same commit is flaky, at another one it is not', async () => {
    const feature = await aFeature();
    await publish(tenant, feature.path);
    const flaky = ({ body }: Awaited<ReturnType<typeof record>>) => body.journeys.map((journey) => journey['flaky']);
    const never = clean.journeys.map(() => false);
    expect(flaky(await record(owner, feature.path, clean, { commitId: 'a' }))).toEqual(never);
    expect(flaky(await record(owner, feature.path, failing, { commitId: 'b' }))).toEqual(never);
    expect(flaky(await record(owner, feature.path, clean, { commitId: 'b' }))).toEqual(never.map((_, at) => at < 7));
    expect(flaky(await record(owner, feature.path, clean, { commitId: 'c' }))).toEqual(never);
    expect(flaky(await record(owner, feature.path, failing))).toEqual(never);
    expect(flaky(await record(owner, feature.path, clean))).toEqual(never);
  });

  test('an inconclusive run does not verify a feature, and takes VERIFIED back', async () => {
    const feature = await aFeature();
    await publish(tenant, feature.path);
    const login = await runWidgets('requires a login');
    expect((await record(owner, feature.path, login)).body.run['status']).toBe('COMPLETED');
    expect(await statusOf(feature.path)).toBe('SPEC_PUBLISHED');
    await record(owner, feature.path, clean);
    expect(await statusOf(feature.path)).toBe('VERIFIED');
    await record(owner, feature.path, login);
    expect(await statusOf(feature.path)).toBe('SPEC_PUBLISHED');
  });

  test('journeys run one at a time add up to VERIFIED', async () => {
    const feature = await aFeature();
    await publish(tenant, feature.path);
    for (const journey of clean.journeys) {
      expect(await statusOf(feature.path)).toBe('SPEC_PUBLISHED');
      await record(owner, feature.path, { ...clean, journeys: [journey] });
    }
    expect(await statusOf(feature.path)).toBe('VERIFIED');
  });

  test('the evidence decides, not the label of the uploader', async () => {
    const whitewashed = {
      ...failing,
      journeys: failing.journeys.map(({ verdict: _v, reasonCode: _r, causedBy: _c, ...journey }) => ({
        ...journey,
        status: 'pass',
      })),
    };
    const { body } = await record(owner, given.path, whitewashed);
    expect(body.run).toMatchObject({ passed: 2, failed: 1, inconclusive: 6 });
    expect(body.journeys[0]).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', uploadedVerdict: 'pass' });
    expect(body.notes).toEqual(['7 verdicts differ from the uploaded ones: the evidence decides.']);
  });

  test('parts of a run that are recorded at the same time all count', async () => {
    const feature = await aFeature();
    await publish(tenant, feature.path);
    const parts = [...clean.journeys, ...clean.journeys, ...clean.journeys].map((journey) => [journey]);
    const answers = await Promise.all(parts.map((journeys) => record(owner, feature.path, { ...clean, journeys })));
    expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 201));
    expect(await statusOf(feature.path)).toBe('VERIFIED');
  });

  test('a run that broke off is FAILED', async () => {
    const { body } = await record(owner, given.path, { ...clean, exitCode: 130 });
    expect(body.run).toMatchObject({ status: 'FAILED', passed: 9, failed: 0 });
  });

  test('results for an older spec are kept and never counted', async () => {
    const feature = await aFeature();
    await publish(tenant, feature.path);
    await publish(tenant, feature.path, { ...widgetSpec, tags: [] });
    const { status, body } = await record(owner, feature.path, clean);
    expect([status, body.run['counts']]).toEqual([201, false]);
    expect(body.notes[0]).toContain('older spec');
    expect(await statusOf(feature.path)).toBe('SPEC_PUBLISHED');
    const coverage = await owner.get<{ executableButNotObserved: unknown[] }>(`${feature.path}/coverage`);
    expect(coverage.body.executableButNotObserved).toHaveLength(9);
  });

  test('what repeats a failure is kept as it was sent, passwords of the plan included, and cut where it is too long', async () => {
    const [journey] = failing.journeys;
    const values = [
      { at: ['body', 'password'], value: { unique: { stem: 'Secret', maxLength: 20, charset: 'text' } } },
    ];
    const replay = JSON.stringify({ baseUrl: 'http://127.0.0.1:1', calls: [{ id: 'create', values }] });
    const kept = async (text: string) => {
      const journeys = [{ ...journey!, replay: text }];
      const { body } = await record(owner, given.path, { ...failing, journeys, seed: text.length });
      const { body: results } = await owner.get(`${project.path}/test-runs/${body.run.runId}/results`);
      return (results as { data: { replay?: string }[] }).data[0]?.replay;
    };
    expect(await kept(replay)).toBe(replay);
    expect(await kept(JSON.stringify('x'.repeat(33 * 1024)))).toBeUndefined();
  });

  test('secrets that the runner let through are masked before anything is stored', async () => {
    const canary = `dzy_${'a'.repeat(46)}`;
    const signed = `eyJ${'h'.repeat(20)}.${'p'.repeat(20)}.sig`;
    const [journey] = failing.journeys;
    const [step, ...rest] = journey!.steps;
    const leaky = {
      ...step!,
      requestHeaders: { authorization: 'Bearer hunter2', 'x-note': canary },
      responseBody: JSON.stringify({ password: 'hunter2', note: signed }),
      error: `sent ${canary}`,
    };
    const journeys = [
      { ...journey!, details: `used ${signed}`, curl: `curl -H 'x: ${canary}'`, steps: [leaky, ...rest] },
    ];
    const { body } = await record(owner, given.path, { ...failing, journeys });
    const results = `${project.path}/test-runs/${body.run.runId}/results`;
    const { text } = await owner.get(results);
    for (const secret of [canary, signed, 'hunter2']) expect(text).not.toContain(secret);
    expect(text).toContain('[redacted]');
  });
});

describe('Idempotency-Key', () => {
  test('the same key gives the same run, to the byte, and records nothing new', async () => {
    const feature = await aFeature();
    await publish(tenant, feature.path);
    const key = { 'idempotency-key': randomUUID() };
    const first = await record(owner, feature.path, clean, { branch: 'main' }, key);
    await record(owner, feature.path, failing);
    const again = await record(owner, feature.path, clean, { branch: 'main' }, key);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
  });

  test('at the same time, too: one run', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => record(owner, given.path, clean, {}, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.run.runId)).size).toBe(1);
  });

  test('422 IDEMPOTENCY_KEY_REUSED: another body under the same key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await record(owner, given.path, clean, {}, key);
    const { status, body } = await record(owner, given.path, clean, { branch: 'other' }, key);
    expect([status, (body as unknown as { code: string }).code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('400: an empty or endless key', async () => {
    for (const key of [' ', 'k'.repeat(256)]) {
      const { status, body } = await record(owner, given.path, clean, {}, { 'idempotency-key': key });
      expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'INVALID_PARAMETER']);
    }
  });
});

describe('409 RESULT_MISMATCH', () => {
  const refused = async (results: unknown) => {
    const { status, body } = await record(owner, given.path, results);
    const problem = body as unknown as { code: string; detail: string; errors: { pointer: string }[] };
    expect([status, problem.code]).toEqual([409, 'RESULT_MISMATCH']);
    return problem;
  };
  const runsOf = async (): Promise<unknown> => (await owner.get(`${project.path}/test-runs`)).body['totalElements'];

  test('results for another feature are refused, and nothing of them is stored', async () => {
    const before = await runsOf();
    const other = { ...widgetSpec, info: { title: 'Other', version: '2' } };
    const { errors } = await refused(await runWidgets(undefined, other));
    expect(errors[0]?.pointer).toBe('#/results/metadata/specHash');
    expect(await runsOf()).toBe(before);
  });

  test('a journey that no build planned', async () => {
    const before = await runsOf();
    const [first, ...rest] = clean.journeys;
    const { errors } = await refused({ ...clean, journeys: [...rest, { ...first!, id: absentId }] });
    expect(errors).toEqual([expect.objectContaining({ pointer: '#/results/journeys/8/id' })]);
    expect(await runsOf()).toBe(before);
  });

  test('a journey that stands there twice', async () => {
    const { errors } = await refused({ ...clean, journeys: [...clean.journeys, clean.journeys[0]] });
    expect(errors).toEqual([expect.objectContaining({ pointer: '#/results/journeys/9/id' })]);
  });
});

test('409 UPLOAD_INCOMPLETE: an upload that was never announced is no run', async () => {
  const { status, body } = await owner.post<{ code: string }>(path, { uploadId: randomUUID() });
  expect([status, body.code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
});

test('400: the document keeps to its shape, facts included', async () => {
  const [journey] = clean.journeys;
  const withJourney = (changes: object) => ({ results: { ...clean, journeys: [{ ...journey, ...changes }] } });
  const badFacts = { attempts: [{ nonce: 'n', steps: [{ step: 's', statusCode: 200, identitySent: 'yes' }] }] };
  await expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{}, '#', 'INVALID'],
    [{ results: clean, uploadId: randomUUID() }, '#', 'INVALID'],
    [{ uploadId: 'x' }, '#/uploadId', 'INVALID_FORMAT'],
    [{ results: {} }, '#/results/metadata', 'REQUIRED'],
    [withJourney({ id: 'x' }), '#/results/journeys/0/id', 'INVALID_FORMAT'],
    [withJourney({ status: 'PASSED' }), '#/results/journeys/0/status', 'NOT_IN_ENUM'],
    [withJourney({ facts: badFacts }), '#/results/journeys/0/facts/attempts/0/steps/0/identitySent', 'INVALID_TYPE'],
    [{ results: clean, branch: 'b'.repeat(201) }, '#/branch', 'TOO_LONG'],
  ]);
});

test('413: more than 3 MiB is not taken inline', async () => {
  const { status } = await record(owner, given.path, clean, { branch: 'x'.repeat(3 * 1024 * 1024) });
  expect(status).toBe(413);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, { results: {} }));

testWithActors('403: a Viewer records nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'POST', path, { results: clean }),
);

test('404: there is no run without its feature', () =>
  expectNotFound('POST', [[owner, `${project.path}/features/${absentId}/verifier-runs`]], { results: clean }));
