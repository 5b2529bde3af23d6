import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record, type Recorded } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const given = await aFeature();
const path = `${given.path}/uploads`;
const runs = `${project.path}/test-runs`;
let clean: ResultDocument;
let failing: ResultDocument;

beforeAll(async () => {
  await publish(tenant, given.path);
  [clean, failing] = await Promise.all([runWidgets(), runWidgets('forgets deletes')]);
});

type Ticket = { uploadId: string; url: string; headers: Record<string, string>; expiresAt: string };
type Problem = { code: string; detail: string; errors: { pointer: string }[] };

const ticketFor = (content: Buffer) => ({
  kind: 'RUN',
  sizeBytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

const upload = async (content: Buffer): Promise<Ticket> => {
  const { status, body, text } = await owner.post<Ticket>(path, ticketFor(content));
  expect(status, text).toBe(201);
  expect(await scenario.target.put(body.url, body.headers, content)).toBe(200);
  return body;
};
const commit = <B = Recorded>(uploadId: string, more: object = {}) =>
  owner.post<B & Problem>(`${given.path}/verifier-runs`, { uploadId, ...more });
const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document));
const total = async (): Promise<number> => (await owner.get<{ totalElements: number }>(runs)).body.totalElements;

describe('201', () => {
  test('201: what was uploaded is recorded as if it had come inline, verdicts and redaction included', async () => {
    const secret = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4eHh4In0.c2lnbmF0dXJl';
    const hostile = structuredClone(failing);
    hostile.journeys[0]!.steps[0]!.responseBody = `{"said":"${secret}"}`;
    const labels = { branch: 'main', commitId: 'c0ffee', baseUrl: 'https://api.test' };
    const inline = await record(owner, given.path, hostile, labels);
    const { uploadId } = await upload(bytesOf(hostile));
    const uploaded = await commit(uploadId, labels);
    expect(uploaded.status, uploaded.text).toBe(201);
    expect(uploaded.body.run.runId).toBe(uploadId);
    const without = ({ run: { runId: _id, ...run }, journeys }: Recorded) => ({ run, journeys });
    expect(without(uploaded.body)).toEqual(without(inline.body));
    const results = await owner.get<{ data: object[] }>(`${runs}/${uploadId}/results?size=100`);
    const before = await owner.get<{ data: object[] }>(`${runs}/${inline.body.run.runId}/results?size=100`);
    const plain = (text: string): string => text.replaceAll(uploadId, 'RUN').replaceAll(inline.body.run.runId, 'RUN');
    expect(plain(results.text)).toBe(plain(before.text));
    expect(results.text).not.toContain(secret);
  });

  test('committed again, and many times at once, it is one run', async () => {
    const { uploadId } = await upload(bytesOf({ ...clean, exitCode: 0 }));
    const before = await total();
    const answers = await Promise.all(Array.from({ length: 4 }, () => commit(uploadId)));
    answers.push(await commit(uploadId));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });
});

describe('what the URL takes', () => {
  test('exactly the announced bytes, once', async () => {
    const content = bytesOf(clean);
    const { body } = await owner.post<Ticket>(path, ticketFor(content));
    const put = (bytes: Buffer, headers = body.headers, url = body.url) => scenario.target.put(url, headers, bytes);
    const inProcess = process.env['API_TARGET'] === undefined;
    // An emulator's store does not hold an upload to its signed headers; the commit does.
    if (inProcess) {
      expect(await put(content.subarray(0, -1))).toBe(400);
      expect(await put(content, { ...body.headers, 'content-length': '1' })).toBe(403);
      expect(await put(content, { ...body.headers, 'x-amz-checksum-sha256': 'x' })).toBe(403);
      expect(await put(Buffer.alloc(content.length, 32))).toBe(400);
      expect(await put(content, body.headers, body.url.replace(/sha256=\w/, 'sha256=x'))).toBe(403);
      expect(await put(content)).toBe(200);
      expect(await put(content)).toBe(412);
    }
  });
});

test('half a character in an upload does no harm', async () => {
  const text = JSON.stringify({ ...clean, baseUrl: 'https://api.test/HALF' }).replace('HALF', String.raw`\ud83d`);
  const { uploadId } = await upload(Buffer.from(text));
  const { status, body } = await commit(uploadId);
  expect([status, body.run['baseUrl']]).toEqual([201, 'https://api.test/\ufffd']);
});

test('a run of another feature is not answered as an upload of this one', async () => {
  const { body } = await record(owner, given.path, clean);
  const other = await aFeature();
  const refused = await owner.post<Problem>(`${other.path}/verifier-runs`, { uploadId: body.run.runId });
  expect([refused.status, refused.body.code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
});

describe('409 UPLOAD_INCOMPLETE', () => {
  test('nothing was uploaded, or nothing was announced; then nothing is recorded', async () => {
    const { body } = await owner.post<Ticket>(path, ticketFor(bytesOf(clean)));
    const before = await total();
    for (const uploadId of [body.uploadId, randomUUID()]) {
      const refused = await commit<Problem>(uploadId);
      expect([refused.status, refused.body.code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
    }
    const other = await aFeature();
    const { uploadId } = await upload(bytesOf(clean));
    const foreign = await owner.post<Problem>(`${other.path}/verifier-runs`, { uploadId });
    expect([foreign.status, foreign.body.code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
    expect(await total()).toBe(before);
  });
});

describe('400: an upload that is no result document says where', () => {
  test.each<[string, () => Buffer, string, string | undefined]>([
    ['cut off', () => bytesOf(clean).subarray(0, -20), 'MALFORMED_JSON', undefined],
    ['cut off in a text', () => Buffer.from('{"metadata": {"specHash": "sha'), 'MALFORMED_JSON', undefined],
    ['followed by something', () => Buffer.concat([bytesOf(clean), Buffer.from('x')]), 'MALFORMED_JSON', undefined],
    ['no object', () => Buffer.from('[1, 2]'), 'MALFORMED_JSON', undefined],
    ['nested too deeply', () => Buffer.from(`{"journeys": [${'['.repeat(70)}`), 'TOO_DEEP', undefined],
    ['without its metadata', () => bytesOf({ journeys: [] }), 'VALIDATION_FAILED', '#/results/metadata'],
    [
      'with a journey of another form',
      () => bytesOf({ ...clean, journeys: [...clean.journeys, { id: 'x' }] }),
      'VALIDATION_FAILED',
      '#/results/journeys/9/id',
    ],
    [
      'with journeys that are no list',
      () => bytesOf({ ...clean, journeys: {} }),
      'VALIDATION_FAILED',
      '#/results/journeys',
    ],
  ])('%s', async (_name, content, code, pointer) => {
    const { uploadId } = await upload(content());
    const { status, body } = await commit<Problem>(uploadId);
    expect([status, body.code]).toEqual([400, code]);
    if (pointer !== undefined) expect(body.errors.map((error) => error.pointer)).toContain(pointer);
  });

  test('journeys of another feature are refused as they are inline', async () => {
    const strange = { ...clean, journeys: [{ ...clean.journeys[0], id: randomUUID() }] };
    const { uploadId } = await upload(bytesOf(strange));
    const { status, body } = await commit<Problem>(uploadId);
    expect([status, body.code, body.errors[0]!.pointer]).toEqual([409, 'RESULT_MISMATCH', '#/results/journeys/0/id']);
  });
});

test('400: a ticket names its kind, size and hash', () =>
  expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ ...ticketFor(Buffer.from('x')), kind: 'FILM' }, '#/kind', 'NOT_IN_ENUM'],
    [{ ...ticketFor(Buffer.from('x')), sizeBytes: 0 }, '#/sizeBytes', 'TOO_SMALL'],
    [{ ...ticketFor(Buffer.from('x')), sizeBytes: 100 * 1024 * 1024 + 1 }, '#/sizeBytes', 'TOO_LARGE'],
    [{ ...ticketFor(Buffer.from('x')), kind: 'SPEC', sizeBytes: 16 * 1024 * 1024 + 1 }, '#/sizeBytes', 'INVALID'],
    [{ ...ticketFor(Buffer.from('x')), sha256: 'ABC' }, '#/sha256', 'INVALID_FORMAT'],
  ]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, {}));

testWithActors('403: a Viewer uploads nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'POST', path, ticketFor(Buffer.from('x'))),
);

test('404: there is no upload without its feature', () =>
  expectNotFound('POST', [[owner, `${project.path}/features/${absentId}/uploads`]], ticketFor(Buffer.from('x'))));
