import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Replay, ReplayPersona } from '#verifier/replay/replay.ts';
import { runScript } from '../../bench/detect/replay-cell.ts';
import { readReplay } from '../../clients/replay/read-replay.ts';
import { writeScript } from '../../clients/replay/write-script.ts';

type Seen = {
  method: string;
  path: string;
  query: string;
  note: string | undefined;
  authorization: string | undefined;
  body: string;
};

const seen: Seen[] = [];
const server = createServer(async (request, response) => {
  const { pathname, search } = new URL(request.url ?? '', 'http://host');
  const { method = '', headers } = request;
  const { authorization, 'x-note': note } = headers;
  seen.push({ method, path: pathname, query: search, note: note as string, authorization, body: await text(request) });
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: 7, note: 'token-of-alice' }));
});
let url: string;
let folder: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

/** One create whose every place holds the text. */
const replayWith = (hostile: string): Replay => ({
  baseUrl: url,
  personas: [{ name: hostile, authType: 'HEADER', envVar: 'AUTH_A' }],
  calls: [
    {
      id: hostile,
      method: 'POST',
      path: '/things/{name}',
      persona: hostile,
      contentType: 'application/json',
      values: [
        { at: ['path', 'name'], value: { literal: hostile } },
        { at: ['query', 'q'], value: { literal: hostile } },
        { at: ['body', hostile], value: { literal: hostile } },
        { at: ['body', 'list', '0'], value: { literal: hostile } },
      ],
      status: 200,
      captures: { [hostile]: { from: 'body', pointer: '/id' } },
    },
    {
      id: 'read',
      method: 'GET',
      path: '/things',
      persona: null,
      values: [],
      status: 200,
      captures: {},
    },
  ],
  teardown: [],
  finding: {
    kind: 'claims',
    claims: [{ op: 'equals', pointer: '/name', compare: 'exact', value: { sent: hostile, pointer: `/body/list/0` } }],
  },
});

const parts = [
  "'",
  '"',
  '$',
  '`',
  '\\',
  '\n',
  '\r',
  '$(touch owned)',
  '`touch owned`',
  "'; touch owned; '",
  '\\(env)',
  '-n',
  '--',
  '@file',
  '#',
  '!',
  '*',
  '~',
  '\u2028',
  '\u0007',
  'é😀',
  '{name}',
  '%s',
  '<<EOF',
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'grapheme', maxLength: 4 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((some) => some.join(''))
  // JSON text holds no lone surrogate, and an empty name is none.
  .filter((one) => one.isWellFormed() && one !== '');

const ended = (script: string) =>
  runScript(script, { AUTH_A: '{"headers":{"x-note":"n"}}', WAIT_SECONDS: '0' }, folder);

it('whatever text a document or a server has put there is sent as it is, and carried out by nobody', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (hostile) => {
      seen.length = 0;
      const { code, said } = await ended(writeScript(replayWith(hostile), { name: hostile, details: hostile }));
      expect(said).toContain('the fault is there');
      expect(code).toBe(1);
      const [create] = seen;
      expect(JSON.parse(create?.body ?? '')).toEqual({ [hostile]: hostile, list: [hostile] });
      expect(decodeURIComponent(create?.path.slice('/things/'.length) ?? '')).toBe(hostile);
      expect(new URLSearchParams(create?.query).get('q')).toBe(hostile);
      expect(readdirSync(folder)).toEqual([]);
    }),
    {
      numRuns: process.env['FULL_SIZE'] ? 300 : 8,
      seed: 32,
      examples: parts.length > 0 ? [[parts.filter((one) => !/[{%]/.test(one)).join('')]] : [],
    },
  );
});

it('a secret stands in no script, and in no argument of a program', async () => {
  const script = writeScript(replayWith('name'), { name: 'n', details: 'd' });
  expect(script).toContain("identity 1 'HEADER' 'AUTH_A'");
  expect(script).not.toContain('"x-note"');
  seen.length = 0;
  await ended(script);
  expect(seen[0]?.note).toBe('n');
});

/** The Authorization that the script sends by an identity of that type, with its variable set so. */
const sentBy = async (persona: Omit<ReplayPersona, 'name' | 'envVar'>, variable: string) => {
  const replay: Replay = { ...replayWith('name'), personas: [{ ...persona, name: 'name', envVar: 'AUTH_A' }] };
  seen.length = 0;
  await runScript(writeScript(replay, { name: 'n', details: 'd' }), { AUTH_A: variable, WAIT_SECONDS: '0' }, folder);
  return seen.find(({ path }) => path === '/things/name')?.authorization;
};

it.each([
  ['BEARER', 'abc.def', 'Bearer abc.def'],
  ['BEARER', '{"token":"abc.def"}', 'Bearer abc.def'],
  ['BEARER', '123', 'Bearer 123'],
  ['BASIC', 'alice:won:der', `Basic ${btoa('alice:won:der')}`],
  ['BASIC', '{"username":"alice","password":"p"}', `Basic ${btoa('alice:p')}`],
  ['HEADER', 'Authorization: Key 1', 'Key 1'],
  ['HEADER', '{"headers":{"Authorization":"Key 1"}}', 'Key 1'],
] as const)('%s is taken as it is typed and as the JSON of its type: %s', async (authType, variable, sent) => {
  expect(await sentBy({ authType }, variable)).toBe(sent);
});

it('NAME:PASSWORD signs in as --login did, and so does the JSON of that login', async () => {
  const login = (username: string, password: string) => ({
    url: '/login',
    headers: { 'content-type': 'application/json' },
    body: { user: { username, password } },
    tokenPath: 'note',
  });
  const persona = { authType: 'HTTP_ENDPOINT' as const, signIn: login('{username}', '{password}') };
  for (const variable of ['zoë:won:"der', JSON.stringify(login('zoë', 'won:"der'))]) {
    expect(await sentBy(persona, variable)).toBe('Bearer token-of-alice');
    expect(JSON.parse(seen[0]!.body)).toEqual({ user: { username: 'zoë', password: 'won:"der' } });
  }
});

it('without its variable, a tool or an answer the script cannot tell, and says why', async () => {
  const script = writeScript(replayWith('name'), { name: 'n', details: 'd' });
  expect(await runScript(script, {}, folder)).toEqual({
    code: 2,
    said: 'cannot tell: AUTH_A is not set: it holds NAME: VALUE, or the JSON of type HEADER\n',
  });
  const gone = await ended(script.replace(url, 'http://127.0.0.1:9'));
  expect(gone.code).toBe(2);
  expect(gone.said).toMatch(/^cannot tell: POST \/things\/\{name\}: curl: \(7\)/);
  expect(await runScript(script, { PATH: '/nowhere' }, folder)).toEqual({
    code: 2,
    said: 'cannot tell: curl is not installed\n',
  });
});

it('a script of a recorded run asks no target but the one that BASE_URL names', async () => {
  const script = writeScript(replayWith('name'), { name: 'n', details: 'd' }, null);
  expect(script).not.toContain(url);
  expect(await ended(script)).toEqual({
    code: 2,
    said: 'cannot tell: BASE_URL is not set: it says which target to ask\n',
  });
});

it('what is no such data is refused: a result may come from anybody', () => {
  const replay = replayWith('name');
  expect(readReplay(JSON.stringify(replay))).toEqual(replay);
  const [create, read] = replay.calls;
  for (const wrong of [
    { ...replay, calls: [{ ...create, status: '200; touch owned' }, read] },
    { ...replay, finding: { kind: 'status', wanted: ['2XX or env'] } },
    { ...replay, personas: [{ name: 'a', authType: 'BEARER', envVar: 'A; touch owned' }] },
    { ...replay, calls: [{ ...create, values: [{ at: ['body'], value: { unique: { minimum: 'env' } } }] }] },
  ])
    expect(readReplay(JSON.stringify(wrong))).toBeUndefined();
  expect(readReplay('{"baseUrl":')).toBeUndefined();
});
