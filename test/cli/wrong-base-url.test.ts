import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { startTaskboard, taskboardSpec } from '../support/taskboard.ts';

let folder: string;
let spec: string;
let board: Awaited<ReturnType<typeof startTaskboard>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wrong-base-url-'));
  spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(taskboardSpec));
  board = await startTaskboard();
});
afterAll(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

const verifyAt = (path: string, ...options: string[]) =>
  runCommand(['verify', spec, '--base-url', board.url + path, ...options]);

it.each(['/wrong', '/api/v1', '/api'])(
  'a base URL %s that serves no operation ends in 3 and three lines, with the right one, and nothing is made',
  async (path) => {
    const before = board.log.length;
    const { code, out, said } = await verifyAt(path, '--token', board.token('alice'));
    const lines = `${out}${said.replace(/^\d+ journeys planned .*\n/, '')}`.trimEnd().split('\n');
    expect([code, lines.length <= 3]).toEqual([3, true]);
    expect(said).toContain(`Use --base-url ${board.url}: GET /api/v1/projects answers 200 there`);
    expect(board.log.slice(before).filter((line) => line.startsWith('POST /api/v1/projects'))).toEqual([]);
  },
);

it('says that the paths of the spec begin with the path of the base URL already', async () => {
  const { said } = await verifyAt('/api/v1', '--token', board.token('alice'));
  expect(said).toContain('the paths of the spec begin with /api/v1 already');
});

it('is told without a credential, too, and with --json as one document without journeys', async () => {
  const { code, out } = await verifyAt('/api/v1', '--anonymous', '--json');
  expect([code, JSON.parse(out)]).toEqual([3, { error: expect.objectContaining({ code: 'WRONG_BASE_URL' }) }]);
});

it('a right base URL costs no request of its own', async () => {
  const before = board.log.length;
  const { code } = await verifyAt('', '--token', board.token('alice'));
  const asked = board.log.slice(before).filter((line) => line.startsWith('GET /no-such-'));
  expect([code, asked]).toEqual([0, []]);
});

it('405 at another base URL names none: a path like /{id} of the right one answers so', async () => {
  const server = createServer(({ url = '' }, answer) => answer.writeHead(/^\/\w+\/?$/.test(url) ? 405 : 404).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const note = { type: 'object', required: ['id', 'text'], properties: { id: text({ readOnly: true }), text: text() } };
  const shown = (schema: object) => ({ description: 'Shown.', content: { 'application/json': { schema } } });
  const post = {
    requestBody: { content: { 'application/json': { schema: note } } },
    responses: { 201: shown(note) },
  };
  const get = { responses: { 200: shown({ type: 'array', items: note }) } };
  const info = { title: 'Notes', version: '1' };
  writeFileSync(join(folder, 'notes.json'), JSON.stringify({ openapi: '3.0.3', info, paths: { '/': { get, post } } }));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const only = ['--include', 'method=GET'];
  const { out, said } = await runCommand(['verify', join(folder, 'notes.json'), '--base-url', url, ...only]);
  server.close();
  expect(said).not.toContain('Use --base-url');
  expect(out).toContain('GET / answered 404: the route is not served');
});

const text = (more: object = {}) => ({ type: 'string', ...more });
