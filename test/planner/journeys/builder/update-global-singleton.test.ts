import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { integer, object, pins, shows, spec, takes, text } from '#test/small-spec.ts';
import { decisive, type Routes, verifyServer } from '#test/verify-server.ts';

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
      'a PATCH of a text that one schema for both directions does not require',
      settings(
        'patch',
        object({ id: { ...integer, readOnly: true }, ...fields }, ['id']),
        object({ description: text }),
      ),
      /no text or choice/,
    ],
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

describe('settings that may be null', () => {
  const orNull = { type: ['string', 'null'] };
  const shown = object({ description: text, signature: orNull }, ['description', 'signature']);
  const document = settings('put', shown, object({ description: text, signature: text }, ['description']));
  /** Takes a text for the signature, or nothing at all. */
  const holding = (signature: string | null, seen: Settings[], stores: (sent: Settings) => Settings) => (): Routes => {
    let held: Settings = { description: 'ours', signature };
    return {
      'GET /settings': () => ({ status: 200, body: held }),
      'PUT /settings': ({ body }) => {
        if (body['signature'] === null) return { status: 422, body: { error: 'signature must be a string' } };
        held = { signature: null, ...stores(body) };
        seen.push(held);
        return { status: 200, body: { signature: null, ...body } };
      },
    };
  };
  const kept = (sent: Settings) => sent;

  it.each(['Yours', null])('are put back where they were %j', async (signature) => {
    const seen: Settings[] = [];
    const result = await verifyServer(document, holding(signature, seen, kept), {
      kinds: ['create-echo', 'update-read'],
    });
    expect(result.journeys.map(({ status }) => status)).toEqual(['pass', 'pass']);
    expect(result.residue).toEqual([]);
    expect(seen.at(-1)).toEqual({ description: 'ours', signature });
    for (const state of seen) expect(state).toMatchObject({ signature });
  });

  it('and are not stored are found', async () => {
    const lost = holding(null, [], () => ({ description: 'ours' }));
    const result = await verifyServer(document, lost, { kinds });
    expect(decisive(result)).toEqual(['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED']);
  });

  it.each([
    ['which the document fills in otherwise', object({ signature: { ...text, default: 'Bye' } })],
    ['which must be sent', object({ signature: text }, ['signature'])],
  ])('%s, are left alone', async (_, sent) => {
    const { bundle } = await planFeature({ spec: settings('put', shown, sent), personas: [] });
    expect(bundle.plans.filter(({ kind }) => kind === 'create-echo')).toEqual([]);
  });
});

describe('an own account that is patched with what it shows', () => {
  const account = { name: text, email: text, nickname: { type: ['string', 'null'] } };
  const document = spec({
    '/me': {
      get: { responses: shows(object(account, Object.keys(account))) },
      patch: {
        ...takes(object({ name: text, email: text, nickname: text, password: text })),
        responses: shows(object(account, Object.keys(account))),
      },
    },
  });
  const me = { name: 'Ann', email: 'ann@example.com', nickname: null };
  const server = (answer: (sent: Settings) => { status: number; body: unknown }) => (): Routes => ({
    'GET /me': () => ({ status: 200, body: me }),
    'PATCH /me': ({ body }) => answer(body),
  });
  const asRead = { kinds: ['create-echo' as const] };

  it('stays as it was', async () => {
    const seen: Settings[] = [];
    const sound = server((sent) => {
      seen.push(sent);
      return { status: 200, body: { ...me, ...sent } };
    });
    const result = await verifyServer(document, sound, asRead);
    expect(result.journeys.map(({ status }) => status)).toEqual(['pass']);
    for (const sent of seen) expect(sent).toEqual({ name: 'Ann', email: 'ann@example.com' });
  });

  it.each([
    ['breaks', { status: 500, body: {} }, 'FAIL_DECISIVE_CONTRACT SERVER_ERROR'],
    ['is somebody else', { status: 200, body: { ...me, name: 'Bob' } }, 'FAIL_DECISIVE_PERSISTENCE VALUE_ALTERED'],
  ])('is found where it %s', async (_, answer, found) => {
    const result = await verifyServer(
      document,
      server(() => answer),
      asRead,
    );
    expect(decisive(result)).toEqual([found]);
  });
});

describe('who may not change what all share', () => {
  const security = [{ token: [] }];
  const refusals = { '401': { description: 'who' }, '403': { description: 'no' } };
  const shown = object({ retries: integer }, ['retries']);
  const document = spec(
    {
      ...pins,
      '/settings': {
        get: { security, responses: { ...shows(shown), ...refusals } },
        put: { security, ...takes(shown), responses: { ...shows(shown), ...refusals } },
      },
    },
    { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  );
  const persona = (name: string, description: string) => ({ name, description, authType: 'BEARER' as const });
  const personas = [
    persona('Admin', 'May do everything.'),
    persona('Ann', 'Works on orders, cannot manage settings.'),
    persona('Vera', 'Read-only user: can read everything, may not change anything.'),
  ];
  const server = (mayWrite: (caller: string) => boolean, seen: unknown[]) => (): Routes => ({
    'GET /settings': ({ caller }) => (caller === '' ? { status: 401 } : { status: 200, body: { retries: 4 } }),
    'PUT /settings': ({ caller, body }) => {
      seen.push(body);
      return mayWrite(caller) ? { status: 200, body } : { status: caller === '' ? 401 : 403, body: {} };
    },
  });
  const negative = { kinds: ['unauthenticated' as const, 'forbidden' as const], personas };

  it('is refused with what the one schema of both directions shows, though it requires nothing of it', async () => {
    const both = object({ id: { ...integer, readOnly: true }, retries: integer });
    const shared = JSON.parse(
      JSON.stringify(document).replaceAll(JSON.stringify(shown), JSON.stringify(both)),
    ) as object;
    const seen: unknown[] = [];
    const result = await verifyServer(
      shared,
      server((caller) => caller === 'Admin', seen),
      negative,
    );
    expect(result.journeys.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass']);
    expect(new Set(seen.map((sent) => JSON.stringify(sent)))).toEqual(new Set(['{"retries":4}']));
  });

  it('is refused, with what changes nothing; who may write nothing may still have settings of its own', async () => {
    const seen: unknown[] = [];
    const result = await verifyServer(
      document,
      server((caller) => caller === 'Admin' || caller === 'Vera', seen),
      negative,
    );
    expect(
      result.journeys.filter(({ name }) => name.includes('PUT')).map(({ name, status }) => [name, status]),
    ).toEqual([
      ['Without an identity, PUT /settings is refused', 'pass'],
      ['Ann is refused PUT /settings', 'pass'],
    ]);
    for (const sent of seen) expect(sent).toEqual({ retries: 4 });
  });

  it.each([
    ['nobody', '', 'FAIL_DECISIVE_CONTRACT AUTHN_MISSING'],
    ['another one', 'Ann', 'FAIL_DECISIVE_CONTRACT AUTHZ_FUNCTION'],
  ])('is found where %s is let in', async (_, other, found) => {
    const result = await verifyServer(
      document,
      server((caller) => caller === 'Admin' || caller === other, []),
      negative,
    );
    expect(decisive(result)).toEqual([found]);
  });
});
