import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { runCommand } from '../support/run-command.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const note = {
  type: 'object',
  required: ['id', 'title', 'stars'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string', maxLength: 100 },
    stars: { type: ['integer', 'null'], minimum: 0 },
  },
};
const draft = {
  type: 'object',
  required: ['title'],
  properties: { title: note.properties.title, stars: note.properties.stars },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const refused = { description: 'refused' };
const specWith = (responses: object) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: json(draft) },
        responses: { 201: { description: 'made', content: json(note) }, ...responses },
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'getNote', responses: { 200: { description: 'ok', content: json(note) }, 404: refused } },
      delete: { operationId: 'deleteNote', responses: { 204: { description: 'gone' }, 404: refused } },
    },
  },
});

type Draft = { title?: unknown; stars?: unknown };
/** Which values the server breaks on. */
let breaks: (draft: Draft) => boolean;
let readBreaks: (key: string) => boolean;
const notes = new Map<string, object>();
const server = createServer((request, response) => {
  const answer = (status: number, body?: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
  void textOf(request).then((text) => {
    const key = decodeURIComponent(request.url?.split('/')[2] ?? '');
    if (request.method === 'POST') {
      const sent = JSON.parse(text) as Draft;
      if (breaks(sent)) return answer(500, { error: 'boom' });
      if (typeof sent.title !== 'string') return answer(422, { error: 'title' });
      const made = { stars: null, ...sent, id: String(notes.size + 1) };
      notes.set(made.id, made);
      return answer(201, made);
    }
    if (readBreaks(key)) return answer(500, { error: 'boom' });
    const found = notes.get(key);
    if (!found) return answer(404, { error: 'none' });
    if (request.method === 'DELETE') notes.set(key, undefined as never);
    return request.method === 'DELETE' ? answer(204) : answer(200, found);
  });
});

let folder: string;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'explore-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const explored = async (responses: object = { 422: refused }, ...more: string[]) => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(specWith(responses)));
  const { code, out, said } = await runCommand(['verify', file, '--base-url', url, '--explore', '--json', ...more]);
  const result = JSON.parse(out) as ResultDocument;
  const failed = result.journeys.filter(({ status }) => status === 'fail');
  return {
    code,
    said,
    result,
    failed: failed.map(({ name, verdict, reasonCode }) => `${name}: ${verdict} ${reasonCode}`),
  };
};

const SERVER_ERROR = 'FAIL_DECISIVE_CONTRACT SERVER_ERROR';
const isText = (value: unknown): boolean => typeof value === 'string';
const never = (): boolean => false;

it('a sound server that takes or refuses odd values passes, and a note counts them', async () => {
  [breaks, readBreaks] = [never, never];
  const { code, failed, result } = await explored();
  expect([code, failed]).toEqual([0, []]);
  expect(result.notes?.join()).toMatch(
    /Explored \d\d odd values: \d+ taken, \d+ refused, 0 answered with a server error\./,
  );
  expect(result.residue).toEqual([]);
});

it('a server error at a value that the document allows is a CONTRACT failure, told once for each operation', async () => {
  breaks = ({ title }) => isText(title) && String(title).includes('\u0000');
  readBreaks = (key) => key.length > 5_000;
  const { code, failed } = await explored();
  expect(code).toBe(1);
  expect(failed).toEqual([
    `POST /notes answers "\\u0000" as "title" in the body without a server error: ${SERVER_ERROR}`,
    `GET /notes/{id} answers a text of 10000 characters as "id" in the path without a server error: ${SERVER_ERROR}`,
  ]);
});

it('null where it is allowed is such a value', async () => {
  [breaks, readBreaks] = [({ stars }) => stars === null, never];
  expect((await explored()).failed).toEqual([
    `POST /notes answers null as "stars" in the body without a server error: ${SERVER_ERROR}`,
  ]);
});

it('a server error at a malformed value is a failure where the document knows a refusal, else a note', async () => {
  [breaks, readBreaks] = [({ title }) => !isText(title), never];
  expect((await explored()).failed).toHaveLength(1);
  const { code, failed, result } = await explored({});
  expect([code, failed]).toEqual([0, []]);
  expect(result.notes?.join('\n')).toMatch(
    /POST \/notes answered 500 to null as "title" in the body, which the document does not allow\./,
  );
});

it('where the document knows server errors there is a note alone', async () => {
  [breaks, readBreaks] = [({ title }) => title === '', never];
  const { code, result } = await explored({ 422: refused, 500: { description: 'sorry' } });
  expect(code).toBe(0);
  expect(result.notes?.join('\n')).toMatch(
    /POST \/notes answered 500 to "" as "title" in the body, and the document knows/,
  );
});

it('the journey of an odd value runs again by the command that is printed', async () => {
  [breaks, readBreaks] = [({ title }) => title === '', never];
  const { out } = await runCommand(['verify', join(folder, 'openapi.json'), '--base-url', url, '--explore']);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(specWith({ 422: refused })));
  const red = await runCommand(['verify', join(folder, 'openapi.json'), '--base-url', url, '--explore']);
  expect(out).toContain('0 failed');
  const [, again = ''] = /again {5}dezycro (.*)/.exec(red.out) ?? [];
  expect(again).toMatch(/--explore --journey [0-9a-f]{8}$/);
  const alone = await runCommand(again.split(' '));
  expect([alone.code, alone.out]).toEqual([1, expect.stringMatching(/SERVER_ERROR[\s\S]*0 passed · 1 failed/)]);
});
