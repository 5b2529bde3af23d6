import { describe, expect, it } from 'vitest';

import { DIALECTS } from '#planner/arazzo/arazzo-document.ts';
import { exportArazzo } from '#planner/arazzo/export-arazzo.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { nodeTransport } from '#verifier/transport/node.ts';

import { serveHandler } from '#test/serve-handler.ts';
import { decisive, failures, plan } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, text } from '#test/small-spec.ts';
import { missing } from '#test/small-store.ts';

type Content = Record<string, { schema?: object; example?: string }>;

const plainText: Content = { 'text/plain': { schema: text } };
const takesText = (content = plainText) => ({ requestBody: { content } });
const showsText = (content: Content | null = plainText) => ({
  '200': { description: 'the text', ...(content && { content }) },
});

/** Files at names that the client chooses. `shown` = what the read documents; `sent` = what the write takes. */
const files = (sent: Content = plainText, shown: Content | null = plainText) =>
  spec({
    '/files': { get: { responses: shows({ type: 'array', items: text }) } },
    '/files/{name}': {
      parameters: [param('name')],
      put: { ...takesText(sent), responses: noBody },
      get: { responses: { ...showsText(shown), ...missing } },
      delete: { responses: noBody },
    },
  });

const documented = files();
const byte: Content = { 'application/octet-stream': { schema: { ...text, format: 'byte' } } };
const undocumented = files(byte, null);

type Style = {
  type?: string;
  /** What is kept of a text. */
  keeps?: (sent: string, before: string | undefined) => string | undefined;
  /** What the read writes of it. */
  writes?: (kept: string) => string;
  lists?: (name: string) => string;
  refuses?: number;
  isDeleteIdle?: true;
  answersUnknown?: true;
};

/** A file store behind a real socket. */
function store({ type = 'text/plain', keeps = (sent) => sent, writes = (kept) => kept, ...style }: Style) {
  const kept = new Map<string, string>();
  const told = (status: number, body = '', contentType = 'application/json') => ({
    status,
    headers: body === '' ? {} : { 'content-type': contentType },
    body,
  });
  return serveHandler(({ method, url, body = '' }) => {
    const [, place, name] = new URL(url).pathname.split('/').map(decodeURIComponent);
    if (place !== 'files') return told(404, '{"error":"no such route"}');
    const names = [...kept.keys()].map(style.lists ?? ((one) => one));
    if (name === undefined) return method === 'GET' ? told(200, JSON.stringify(names)) : told(405);
    if (method === 'PUT') {
      if (style.refuses !== undefined) return told(style.refuses, '{"error":"refused"}');
      const after = keeps(body, kept.get(name));
      if (after !== undefined) kept.set(name, after);
      return told(204);
    }
    if (method === 'DELETE') {
      if (!style.isDeleteIdle) kept.delete(name);
      return told(204);
    }
    const found = kept.get(name) ?? (style.answersUnknown && 'a text of its own');
    return found === undefined ? told(404, '{"error":"no such file"}') : told(200, writes(found), type);
  });
}

async function verify(document: object, style: Style, serve = store) {
  const { bundle } = await plan(document);
  const server = await serve(style);
  const { send, close } = nodeTransport();
  try {
    return await runPlans({
      bundle,
      plans: bundle.plans,
      baseUrl: server.url,
      send,
      clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
      random: seededRandom(7),
      env: {},
      seed: 1,
    });
  } finally {
    await close();
    await server.close();
  }
}

describe('a text that is a thing as a whole', () => {
  it('is made at a chosen name, read, listed, changed, deleted, and not found where there is none', async () => {
    for (const document of [documented, undocumented]) {
      const { plans } = (await plan(document)).bundle;
      const kinds = new Set(plans.map(({ kind }) => kind));
      expect([...kinds].filter((kind) => kind !== 'call-unknown')).toEqual([
        'create-read',
        'create-list',
        'update-read',
        'delete-gone',
        'not-found',
      ]);
      expect(failures(await verify(document, {}))).toEqual([]);
    }
    const killed = (await plan(documented)).bundle.plans.flatMap(({ proof }) => proof);
    for (const mutant of [
      'write-not-stored PUT',
      'value-altered PUT',
      'stale-read GET',
      'delete-no-op DELETE',
      'deleted-still-listed DELETE',
    ])
      expect(killed).toContain(`${mutant} /files/{name}`);
  });

  it.each<[string, Style]>([
    ['ends it with a line end', { writes: (kept) => `${kept}\r\n` }],
    ['names the characters', { type: 'text/plain; charset=utf-8' }],
    ['serves bytes', { type: 'application/octet-stream' }],
    ['lists where the files are', { lists: (name) => `/srv/files/${name}.txt` }],
  ])('passes at a server that %s', async (_style, style) => {
    expect(failures(await verify(documented, style))).toEqual([]);
  });

  it.each<[string, object, Style]>([
    ['writes it larger', documented, { keeps: (sent) => sent.toUpperCase() }],
    ['reads base64', files(byte), { keeps: (sent) => Buffer.from(sent, 'base64').toString('utf8') }],
    ['answers JSON', undocumented, { type: 'application/json', writes: (kept) => JSON.stringify(kept) }],
    ['shows what it knows', undocumented, { writes: ({ length }) => JSON.stringify({ length }) }],
    ['shows a page', undocumented, { type: 'text/html', writes: (kept) => `<p>${kept}</p>` }],
    ['says just that there is one', undocumented, { writes: () => '' }],
    ['adds lines', documented, { writes: (kept) => `# a note\n${kept}\n# its end` }],
    ['says it in words', undocumented, { writes: () => 'There is one.' }],
    ['refuses what it is', documented, { refuses: 415 }],
    ['refuses what it says', documented, { refuses: 400 }],
  ])('is not decided at a server that %s', async (_style, document, style) => {
    expect(decisive(await verify(document, style))).toEqual([]);
  });

  it.each<[string, object, Style, RegExp]>([
    ['stores nothing', documented, { keeps: () => undefined }, /ITEM_LOST/],
    ['stores nothing', undocumented, { keeps: () => undefined }, /ITEM_LOST/],
    ['alters it', documented, { keeps: (sent) => `${sent} altered` }, /VALUE_NOT_STORED/],
    ['keeps a part', documented, { keeps: (sent) => sent.slice(0, -3) }, /VALUE_NOT_STORED/],
    ['keeps none of it', documented, { keeps: () => '' }, /VALUE_NOT_STORED/],
    ['keeps the first', documented, { keeps: (sent, before) => before ?? sent }, /VALUE_NOT_STORED: A file changed/],
    ['keeps the first', undocumented, { keeps: (sent, before) => before ?? sent }, /VALUE_NOT_STORED: A file changed/],
    ['deletes nothing', documented, { isDeleteIdle: true }, /NOT_DELETED: A deleted/],
    ['deletes nothing', undocumented, { isDeleteIdle: true }, /NOT_DELETED: A deleted/],
    ['lists none', documented, { lists: () => 'file' }, /NOT_IN_LIST: A created/],
    ['knows everything', documented, { answersUnknown: true }, /MISSING_ITEM_ANSWERED: /],
  ])('is missed at a server that %s', async (_fault, document, style, said) => {
    expect(decisive(await verify(document, style)).join('\n')).toMatch(said);
  });
});

const bytes: Content = { 'application/octet-stream': { schema: { ...text, format: 'binary' } } };

/** Notes that are named by the server, each with a part of its own. */
const notes = (part: string) =>
  spec({
    '/notes': { post: { ...takesText(), responses: shows(object({ id: integer }, ['id']), '201') } },
    '/notes/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...showsText(), ...missing } },
      put: { ...takesText(), responses: { ...noBody, ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
    [`/notes/{id}/${part}`]: {
      parameters: [param('id', integer)],
      get: { responses: { ...showsText(bytes), ...missing } },
      put: { ...takesText(bytes), responses: { ...noBody, ...missing } },
    },
  });

function noteStore({ keeps = (sent) => sent }: Style) {
  const kept = new Map<string, string>();
  let serial = 0;
  const none = { status: 404, headers: { 'content-type': 'application/json' }, body: '{"error":"nothing here"}' };
  return serveHandler(({ method, url, body = '' }) => {
    const [, place = '', id = '', part] = new URL(url).pathname.split('/');
    if (place !== 'notes') return none;
    if (method === 'POST') {
      serial += 1;
      kept.set(String(serial), body);
      const headers = { 'content-type': 'application/json' };
      return { status: 201, headers, body: JSON.stringify({ id: serial }) };
    }
    const at = part === undefined ? id : `${id}/${part}`;
    if (!kept.has(id) || (method === 'GET' && !kept.has(at))) return none;
    if (method === 'PUT') {
      const after = keeps(body, kept.get(at));
      if (after !== undefined) kept.set(at, after);
    }
    if (method === 'DELETE') kept.delete(id);
    const type = part === undefined ? 'text/plain' : 'application/octet-stream';
    const isRead = method === 'GET';
    return {
      status: isRead ? 200 : 204,
      headers: { 'content-type': type },
      body: isRead ? (kept.get(at) ?? '') : '',
    };
  });
}

describe('a text that is a thing of the server, or a part of one', () => {
  it('is made, read, changed and deleted', async () => {
    const { plans } = (await plan(notes('draft'))).bundle;
    const changed = plans.filter(({ kind }) => kind === 'update-read').map(({ subject }) => subject);
    expect(new Set(changed)).toEqual(new Set(['PUT /notes/{id}', 'PUT /notes/{id}/draft']));
    expect(failures(await verify(notes('draft'), {}, noteStore))).toEqual([]);
  });

  it('is missed where a change is lost', async () => {
    const told = decisive(await verify(notes('draft'), { keeps: (_sent, before) => before ?? 'none' }, noteStore));
    expect(told.join('\n')).toMatch(/VALUE_NOT_STORED: A note changed/);
    expect(told.join('\n')).toMatch(/VALUE_NOT_STORED: A draft changed/);
  });

  it('is not written where all share it', async () => {
    const { '/notes/{id}/draft': _part, ...paths } = notes('draft').paths as Record<string, object>;
    const shared = { ...param('env'), schema: { type: 'string', enum: ['live'] } };
    const config = {
      parameters: [shared],
      get: { responses: showsText() },
      put: { ...takesText(), responses: noBody },
    };
    const { plans } = (await plan(spec({ ...paths, '/config/{env}/banner': config }))).bundle;
    const methods = plans.flatMap(({ steps }) => steps.filter(({ path }) => path.startsWith('/config')));
    expect(methods.map(({ method }) => method)).not.toContain('PUT');
  });

  it('is not sent where it must be a picture', async () => {
    const { bundle, dropped } = await plan(notes('avatar'));
    expect(bundle.plans.filter(({ operations }) => operations.includes('PUT /notes/{id}/avatar'))).toEqual([]);
    expect(dropped.map(({ reason }) => reason)).toContain('NO_VALUE_FITS');
  });
});

it('what the spec gives for a text is sent as it stands, whatever it is', async () => {
  const sent = async (content: Content) =>
    (await plan(files(content))).bundle.plans[0]?.steps.find(({ method }) => method === 'PUT')?.body;
  const example = 'https://example.com\nhttps://example.org\n';
  const document = files({ 'text/plain': { schema: text, example } });
  expect(failures(await verify(document, { keeps: (lines) => lines.trim() }))).toEqual([]);
  expect(await sent({ 'text/plain': { schema: text, example } })).toEqual({
    contentType: 'text/plain',
    value: { literal: example },
  });
  expect(await sent({ '*/*': { schema: text } })).toMatchObject({ contentType: 'text/plain' });
  // Without a schema any body stands for JSON; the list of names shows that it was taken.
  expect(await sent({ '*/*': {} })).toMatchObject({ contentType: 'application/json' });
  expect(await sent({ 'text/*': {} })).toMatchObject({ contentType: 'text/plain' });
  expect(await sent({ 'image/png': { schema: text } })).toBeUndefined();
  expect(await sent({ 'text/plain': { schema: { type: 'object' } } })).toBeUndefined();
});

it.each(DIALECTS)(
  'is written into Arazzo (%s) as it is sent, without a claim that no path could make of it',
  async (dialect) => {
    const { bundle } = await plan(documented);
    const steps = exportArazzo(bundle, { dialect, specUrl: 'openapi.json' }).workflows.flatMap((one) => one.steps);
    const payloads = steps.flatMap(({ requestBody }) => requestBody ?? []);
    expect(payloads[0]).toEqual({ contentType: 'text/plain', payload: expect.stringMatching(/^\$inputs\./) });
    const claims = steps.flatMap(({ successCriteria = [] }) => successCriteria).filter(({ context }) => context);
    expect(claims).toEqual([]);
  },
);
