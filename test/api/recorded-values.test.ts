import { beforeAll, describe, expect, test } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { openRoad, publish, record, type Recorded } from '../support/road.ts';
import { uploadFor } from '../support/upload.ts';
import { runWidgets } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
let clean: ResultDocument;

beforeAll(async () => {
  await publish(tenant, feature.path);
  clean = await runWidgets();
});

type Problem = { code: string; errors: { pointer: string; message: string }[] };

const aDay = 24 * 3600 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * aDay).toISOString();

/** What every read of a run shows must keep to the interface's shapes: each answers 200. */
const readsOf = (runId: string): string[] => [
  `${project.path}/test-runs`,
  `${project.path}/test-runs?sort=durationMs`,
  `${project.path}/test-runs?status=COMPLETED`,
  `${project.path}/test-runs/${runId}`,
  `${project.path}/test-runs/${runId}/results`,
  `${feature.path}/coverage`,
  `${feature.path}/ship-status`,
];

describe('the times of a run', () => {
  test.each<[string, string, string]>([
    ['an offset', '2026-01-05T01:00:00+02:00', '2026-01-04T23:00:00.000Z'],
    ['a year that an offset moves', '2026-01-01T00:30:00+14:00', '2025-12-31T10:30:00.000Z'],
    ['the earliest', '2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
  ])('201: %s is stored in UTC and shown by every read', async (_name, startedAt, shown) => {
    const journeys = clean.journeys.map((journey) => ({ ...journey, startedAt }));
    const { status, body } = await record(owner, feature.path, { ...clean, startedAt, journeys });
    expect([status, body.run['startedAt']]).toEqual([201, shown]);
    for (const path of readsOf(body.run.runId)) expect([path, (await owner.get(path)).status]).toEqual([path, 200]);
    const results = await owner.get<{ data: { startedAt: string }[] }>(readsOf(body.run.runId)[4]!);
    expect(new Set(results.body.data.map((result) => result.startedAt))).toEqual(new Set([shown]));
  });

  test('201: a start in the time to come, from a clock that runs an hour ahead, is now', async () => {
    const startedAt = inDays(1 / 24);
    const before = new Date().toISOString();
    const { status, body } = await record(owner, feature.path, { ...clean, startedAt, endedAt: startedAt });
    expect([status, body.run['durationMs']]).toEqual([201, 0]);
    expect(body.run['startedAt']! >= before && body.run['startedAt']! <= new Date().toISOString()).toBe(true);
  });

  test('201: an end before the start, as after a clock was put back, is the start', async () => {
    const [startedAt, endedAt] = ['2026-01-05T10:00:00.000Z', '2026-01-05T09:00:00.000Z'];
    const { status, body } = await record(owner, feature.path, { ...clean, startedAt, endedAt });
    expect([status, body.run['completedAt'], body.run['durationMs']]).toEqual([201, startedAt, 0]);
  });

  const refused: [string, string][] = [
    ['a year before 2000', '1999-12-31T23:59:59Z'],
    ['a year that an offset moves before 2000', '2000-01-01T00:00:00+00:01'],
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['the year 10000 in UTC', '9999-12-31T23:59:59-14:00'],
    ['two days ahead', inDays(2)],
  ];
  test.each(refused)('400: %s, for the run and for each of its journeys', async (_name, time) => {
    for (const field of ['startedAt', 'endedAt']) {
      const [first, ...rest] = clean.journeys;
      const documents: [string, object][] = [
        [`#/results/${field}`, { ...clean, [field]: time }],
        [`#/results/journeys/0/${field}`, { ...clean, journeys: [{ ...first, [field]: time }, ...rest] }],
      ];
      for (const [pointer, results] of documents) {
        for (const answer of [await record(owner, feature.path, results), await byUpload(results)]) {
          const { code, errors } = answer.body as unknown as Problem;
          expect([answer.status, code, errors[0]?.pointer]).toEqual([400, 'VALIDATION_FAILED', pointer]);
          expect(errors[0]?.message).toContain('must be between 2000-01-01');
        }
      }
    }
  });
});

/** The same as an upload, which is read one journey at a time. */
const byUpload = async (results: object) => {
  const uploadId = await uploadFor(scenario, owner, feature.path, 'RUN', Buffer.from(JSON.stringify(results)));
  return owner.post<Recorded>(`${feature.path}/verifier-runs`, { uploadId });
};

describe('what a run says of itself', () => {
  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//api.test',
    'https://user:pass@api.test',
    'https://token@api.test/v1',
    'https:///user@api.test',
    'https://api.test/\u001b[2J',
    'https://api.test/a b',
    `https://api.test/${'a'.repeat(2000)}`,
  ])('400: the address %s is none of an API under test', async (baseUrl) => {
    const given = await record(owner, feature.path, clean, { baseUrl });
    expect([given.status, (given.body as unknown as Problem).errors[0]?.pointer]).toEqual([400, '#/baseUrl']);
    for (const answer of [
      await record(owner, feature.path, { ...clean, baseUrl }),
      await byUpload({ ...clean, baseUrl }),
    ])
      expect([answer.status, (answer.body as unknown as Problem).errors[0]?.pointer]).toEqual([
        400,
        '#/results/baseUrl',
      ]);
  });

  test('201: any http or https address without user and password', async () => {
    for (const baseUrl of ['http://127.0.0.1:3000', 'HTTPS://api.test/v1?x=a@b', 'https://[::1]:8443/#/']) {
      const { status, body } = await record(owner, feature.path, clean, { baseUrl });
      expect([status, body.run['baseUrl']]).toEqual([201, baseUrl]);
    }
  });

  test.each(['branch', 'commitId', 'imageTag'])('400: %s with control characters', async (label) => {
    for (const value of ['\u001b[31mred', 'two\nlines', 'nul\u0000', '\u009b31m']) {
      const { status, body } = await record(owner, feature.path, clean, { [label]: value });
      expect([status, (body as unknown as Problem).errors[0]?.pointer]).toEqual([400, `#/${label}`]);
    }
    const { status, body } = await record(owner, feature.path, clean, { [label]: 'größe/✓ main' });
    expect([status, body.run[label]]).toEqual([201, 'größe/✓ main']);
  });
});
