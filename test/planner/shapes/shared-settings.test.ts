import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { integer, object, shows, spec, takes, text } from '../small-spec.ts';
import { decisive, type Routes, verifyServer } from './verify-server.ts';

const fields = {
  description: text,
  theme: { type: 'string', enum: ['dark', 'light'] },
  maintenance: { type: 'boolean' },
  retries: integer,
  contactEmail: text,
};
const names = Object.keys(fields);
const all = object(fields, names);
const settings = (
  method: 'put' | 'patch',
  shown: object = all,
  sent: object = method === 'put' ? all : object(fields),
) =>
  spec({
    '/settings': {
      get: { responses: shows(shown as Record<string, unknown>) },
      [method]: { ...takes(sent as Record<string, unknown>), responses: shows(shown as Record<string, unknown>) },
    },
  });

const ORIGINAL = {
  description: 'ours',
  theme: 'light',
  maintenance: false,
  retries: 4,
  contactEmail: 'us@example.com',
};
type Settings = Record<string, unknown>;

/** Settings that all share; `seen` gets every state that they were in. */
function server(method: 'PUT' | 'PATCH', seen: Settings[], store: (before: Settings, sent: Settings) => Settings) {
  return (): Routes => {
    let held: Settings = ORIGINAL;
    seen.push(held);
    return {
      'GET /settings': () => ({ status: 200, body: held }),
      [`${method} /settings`]: ({ body }) => {
        held = store(held, body);
        seen.push(held);
        return { status: 200, body: { ...held, ...body } };
      },
    };
  };
}

const kinds = ['update-read' as const];

describe.each(['PUT', 'PATCH'] as const)('settings that all share, changed by %s', (method) => {
  const document = settings(method === 'PUT' ? 'put' : 'patch');
  const store = (before: Settings, sent: Settings) => (method === 'PUT' ? sent : { ...before, ...sent });

  it('are changed in texts and choices, twice, and put back as they were', async () => {
    const seen: Settings[] = [];
    const result = await verifyServer(document, server(method, seen, store), { kinds });
    expect(result.journeys.map(({ status }) => status)).toEqual(['pass']);
    expect(result.residue).toEqual([]);
    expect(seen).toHaveLength(4);
    expect(seen.at(-1)).toEqual(ORIGINAL);
    const { description: _text, theme: _choice, ...rest } = ORIGINAL;
    for (const state of seen) expect(state).toMatchObject(rest);
    expect(new Set(seen.map(({ description }) => description)).size).toBe(3);
    expect(result.plans[0]?.exclusive).toBe('/settings');
  });

  it('that are not stored are found, and put back all the same', async () => {
    const seen: Settings[] = [];
    const lost = (before: Settings, sent: Settings) => ({ ...store(before, sent), theme: before['theme'] });
    const result = await verifyServer(document, server(method, seen, lost), { kinds });
    expect(decisive(result)).toEqual(['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED']);
    expect(seen.at(-1)).toEqual(ORIGINAL);
  });

  it('that cannot be put back are reported as residue', async () => {
    let writes = 0;
    const refusing = server(method, [], (before, sent) => {
      writes += 1;
      return writes > 2 ? before : store(before, sent);
    });
    const broken = (): Routes => {
      const routes = refusing();
      const write = routes[`${method} /settings`];
      return { ...routes, [`${method} /settings`]: (asked) => (writes < 2 && write ? write(asked) : { status: 500 }) };
    };
    const result = await verifyServer(document, broken, { kinds });
    expect(result.residue).toMatchObject([{ operation: `${method} /settings`, reason: 'answered 500' }]);
  });
});

describe('settings that are put as they were read', () => {
  const asRead = { kinds: ['create-echo' as const] };

  it('stay as they were, whatever they hold', async () => {
    const seen: Settings[] = [];
    const result = await verifyServer(
      settings('put'),
      server('PUT', seen, (_, sent) => sent),
      asRead,
    );
    expect(result.journeys.map(({ status }) => status)).toEqual(['pass']);
    expect(result.residue).toEqual([]);
    expect(seen.length).toBeGreaterThan(1);
    for (const state of seen) expect(state).toEqual(ORIGINAL);
  });

  it('are found where another number, switch or address is stored', async () => {
    const wrong: ((sent: Settings) => Settings)[] = [
      ({ retries }) => ({ retries: Number(retries) + 1 }),
      ({ maintenance }) => ({ maintenance: maintenance !== true }),
      ({ contactEmail }) => ({ contactEmail: `x${String(contactEmail)}` }),
    ];
    for (const alter of wrong) {
      const altering = server('PUT', [], (_, sent) => ({ ...sent, ...alter(sent) }));
      const result = await verifyServer(settings('put'), altering, asRead);
      expect(decisive(result)).toEqual(['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED']);
    }
  });

  it('may be measured anew meanwhile', async () => {
    const measured = object({ retries: integer, temperature: { type: 'number' } }, ['retries', 'temperature']);
    let degrees = 20;
    const moving = (): Routes => {
      const shown = () => ({ status: 200, body: { retries: 4, temperature: (degrees += 0.5) } });
      return { 'GET /settings': shown, 'PUT /settings': shown };
    };
    const result = await verifyServer(settings('put', measured, measured), moving, asRead);
    expect(result.journeys.map(({ status }) => status)).toEqual(['pass']);
  });

  it.each([400, 422])('may be refused with %i, as there is nothing to change', async (status) => {
    const unchanged = () => ({ status, body: { error: 'these are the settings already' } });
    const refusing = (): Routes => ({ ...server('PUT', [], (_, sent) => sent)(), 'PUT /settings': unchanged });
    const [journey] = (await verifyServer(settings('put'), refusing, asRead)).journeys;
    expect(journey).toMatchObject({ status: 'skip', reasonCode: 'STATE_CONFLICT' });
  });

  it.each([
    ['a number that each request raises', 'unread', integer, (reads: number) => reads, 'NOT_FINISHED'],
    ['a text that is new each time', 'nonce', text, (reads: number) => `n${reads}`, 'NOT_FINISHED'],
    [
      'a time',
      'lastSeen',
      { ...text, format: 'date-time' },
      (reads: number) => `2026-01-01T00:0${reads}:00Z`,
      undefined,
    ],
  ])('may show %s that moves by itself', async (_, name, schema, at, reasonCode) => {
    const moving = object({ retries: integer, [name]: schema }, ['retries', name]);
    const sound = (): Routes => {
      let reads = 0;
      const shown = () => ({ status: 200, body: { retries: 4, [name]: at((reads += 1)) } });
      return { 'GET /settings': shown, 'PUT /settings': shown };
    };
    const [journey] = (await verifyServer(settings('put', moving, moving), sound, asRead)).journeys;
    expect(journey).toMatchObject(reasonCode ? { status: 'skip', reasonCode } : { status: 'pass' });
  });

  it.each(['webhookUrl', 'apiToken', 'smtp'])('are left alone where "%s" may be shown masked', async (name) => {
    const held = object({ retries: integer, [name]: name === 'smtp' ? object({ password: text }) : text });
    const properties = Object.keys(held['properties'] as object);
    const document = settings('put', { ...held, required: properties }, { ...held, required: properties });
    const { bundle, dropped } = await planFeature({ spec: document, personas: [] });
    expect(bundle.plans).toEqual([]);
    const { detail } = dropped.find(({ kind }) => kind === 'create-echo') ?? {};
    expect(detail).toContain(`"${name}" could not be put back`);
  });
});

describe('settings that could not be put back are left alone', () => {
  const reasonsOf = async (document: object) =>
    (await planFeature({ spec: document, personas: [] })).dropped
      .filter(({ kind }) => kind === 'update-read')
      .map(({ reason, detail }) => `${reason}: ${detail}`);

  it.each<[string, object, RegExp]>([
    [
      'a PUT of something that a read may not show',
      settings('put', object(fields, names.slice(0, 2))),
      /could not be put back/,
    ],
    ['a PATCH of a text that a read may not show', settings('patch', object(fields, [])), /could not be put back/],
    [
      'nothing but switches and numbers',
      settings(
        'put',
        object({ on: { type: 'boolean' }, size: integer }, ['on', 'size']),
        object({ on: { type: 'boolean' }, size: integer }),
      ),
      /no text or choice/,
    ],
    [
      'who one is',
      settings(
        'patch',
        object({ email: text, username: text }, ['email', 'username']),
        object({ email: text, username: text }),
      ),
      /no text or choice/,
    ],
  ])('%s', async (_, document, reason) => {
    const reasons = await reasonsOf(document);
    expect(reasons.length).toBeGreaterThan(0);
    for (const said of reasons) expect(said).toMatch(reason);
  });
});
