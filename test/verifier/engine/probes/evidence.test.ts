import { expect, test } from 'vitest';
import type { Step } from '#verifier/plan/plan.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import { create, list, plan, read, readUpdated, request, step, update } from '#test/things-plans.ts';
import { runInMemory, runOne } from '#test/run-in-memory.ts';

const isRead = (r: { method: string; path: string }): boolean => r.method === 'GET' && /^\/things\/\d+$/.test(r.path);
const sentName = { sent: 'create', pointer: '/body/name' };

/** The list must show the item with its name; the item's own read is another view of it. */
const listWithName = list({
  assert: [
    {
      op: 'listContains',
      list: '/data',
      match: [
        { pointer: '/id', value: { capture: 'id' } },
        { pointer: '/name', value: sentName },
      ],
    },
  ],
  probes: [
    { kind: 'item', request: request('GET', '/things/{id}', { path: { id: { capture: 'id' } } }), persona: 'admin' },
  ],
});

test.each([
  {
    what: 'without a field that its own read shows breaks the contract of the list',
    change: ({ name: _name, ...rest }: { name?: string }) => rest,
    expected: { verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'FIELD_MISSING' },
  },
  {
    what: 'with another value than was sent is a value that was not stored',
    change: (item: object) => ({ ...item, name: 'something else' }),
    expected: { verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'VALUE_NOT_STORED' },
  },
])('an item in its list $what', async ({ change, expected }) => {
  const api = thingsApi((r, next) => {
    if (r.method !== 'GET' || r.path !== '/things') return undefined;
    const { data } = JSON.parse(next().body) as { data: object[] };
    return json(200, { data: data.map(change) });
  });
  expect(await runOne(plan('create-list', [create(), listWithName]), api.handler)).toMatchObject(expected);
});

test.each<[string, (thing: { name?: string }) => object, string]>([
  ['that is wrapped otherwise', (thing) => ({ data: { attributes: thing } }), 'FIELD_MISSING'],
  ['that lacks it, too', ({ name: _name, ...rest }) => ({ data: rest }), 'VALUE_LOST'],
])('a field that its own answer lacks is looked for in another read %s', async (_, wrapped, reasonCode) => {
  const api = thingsApi((r, next) => {
    if (r.method !== 'GET') return undefined;
    const body = JSON.parse(next().body) as { name?: string; data: { name?: string }[] };
    if (r.path === '/things') return json(200, { data: body.data.map(({ name: _name, ...rest }) => rest) });
    return json(200, wrapped(body));
  });
  expect(await runOne(plan('wrapped', [create(), listWithName]), api.handler)).toMatchObject({ reasonCode });
});

const partsOf = (id: string, method: 'GET' | 'POST', path: string, more: Partial<Step> = {}): Step =>
  step(id, request(method, path, { path: { id: { capture: 'id' } } }), {
    expect: { outcome: 'success', status: [200], responses: {} },
    ...more,
  });

test('a list below an item that says of itself that it is not there is what is wrong, not the item', async () => {
  const below = (id: string) => partsOf(id, 'GET', '/things/{id}/parts');
  const parts = plan('parts', [create(), read(), below('parts'), below('parts-2')]);
  const handler = (isItemThere: boolean) => {
    let asked = 0;
    return thingsApi((r, _next, { things }) => {
      if (!r.path.endsWith('/parts')) return undefined;
      asked += 1;
      if (asked === 1) return json(200, {});
      if (!isItemThere) things.clear();
      return json(404, { detail: 'No parts found' });
    }).handler;
  };
  const journey = await runOne(parts, handler(true));
  expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'UNEXPECTED_STATUS' });
  expect(journey.details).toBe('GET /things/{id}/parts answered 404, although its parent item exists');
  expect(await runOne(parts, handler(false))).toMatchObject({ reasonCode: 'ITEM_LOST' });
});

test('a list below an item is a missing route where another read below the item shows how a missing part is answered', async () => {
  const parts = plan('parts', [
    create(),
    partsOf('make', 'POST', '/things/{id}/parts'),
    partsOf('parts', 'GET', '/things/{id}/parts'),
  ]);
  const part = plan('part', [
    create(),
    step(
      'part',
      request('GET', '/things/{id}/parts/{partId}', { path: { id: { capture: 'id' }, partId: { literal: 9 } } }),
      {
        expect: { outcome: 'not-found', status: [404], responses: {} },
      },
    ),
  ]);
  const fault: Fault = (r) => {
    if (r.method === 'POST' && r.path.endsWith('/parts')) return json(200, {});
    return /\/parts\/\d+$/.test(r.path) ? json(404, { problem: 'no such part' }) : undefined;
  };
  const { journeys } = await runInMemory([parts, part], thingsApi(fault).handler);
  expect(journeys[0]).toMatchObject({ verdict: 'FAIL_DECISIVE_ROUTE_MISSING', reasonCode: 'ROUTE_NOT_SERVED' });
  expect(journeys[1]).toMatchObject({ status: 'pass' });
});

test('a list below an item that is not served is a missing route where the item itself says no such item otherwise', async () => {
  const below = (id: string, method: 'POST' | 'GET') =>
    step(id, request(method, '/things/{thingId}/parts', { path: { thingId: { capture: 'id' } } }), {
      expect: { outcome: 'success', status: [200], responses: {} },
    });
  const parts = plan('parts', [create(), below('make', 'POST'), below('parts', 'GET')]);
  const fault: Fault = (r) => (r.method === 'POST' && r.path.endsWith('/parts') ? json(200, {}) : undefined);
  const { journeys } = await runInMemory([parts, plan('read', [create(), read()])], thingsApi(fault).handler);
  expect(journeys[0]).toMatchObject({ verdict: 'FAIL_DECISIVE_ROUTE_MISSING', reasonCode: 'ROUTE_NOT_SERVED' });
  expect(journeys[1]).toMatchObject({ status: 'pass' });
});

test('a journey about a refusal that fails before it shares the cause of the journeys that fail alike', async () => {
  const refused = step('refused', request('DELETE', '/things/{id}', { path: { id: { capture: 'id' } } }), {
    persona: null,
    expect: { outcome: 'unauthenticated', status: [401], responses: {} },
  });
  const plans = [
    plan('create-read', [create(), read()]),
    plan('refusal', [create(), read(), refused], { kind: 'unauthenticated', personas: ['admin', 'other'] }),
  ];
  const api = thingsApi((r, next) =>
    isRead(r) ? json(200, { ...JSON.parse(next().body), name: 'altered' }) : undefined,
  );
  const { journeys } = await runInMemory(plans, api.handler);
  expect(journeys.map(({ reasonCode }) => reasonCode)).toEqual(['VALUE_NOT_STORED', 'CAUSED_BY']);
});

test('a probe asks a list for its largest page, so that a long list still tells whether the item is there', async () => {
  const probes: Step['probes'] = read().probes.map((probe) =>
    probe.kind === 'list'
      ? { ...probe, paging: { style: 'page', param: 'page', first: 1, size: { param: 'size', value: 100 } } }
      : probe,
  );
  const api = thingsApi((r) => (isRead(r) ? json(404, { error: 'none' }) : undefined));
  for (let id = 1_000; id < 1_060; id += 1) api.things.set(id, { id, name: 'old', size: 1 });
  const journey = await runOne(plan('create-read', [create(), read({ probes })]), api.handler);
  expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_ROUTE_MISSING', reasonCode: 'METHOD_NOT_SERVED' });
});

test('what a write answers of an item may be less than its read shows: only one member alone that is left out is missing', async () => {
  const sent = (name: string) => ({ pointer: `/${name}`, value: { sent: 'create', pointer: `/body/${name}` } });
  const answering = (left: string[], names: string[]) => {
    const api = thingsApi((r, next) => {
      if (r.method !== 'PUT') return undefined;
      const thing = JSON.parse(next().body) as Record<string, string>;
      return json(200, Object.fromEntries(Object.entries(thing).filter(([name]) => !left.includes(name))));
    });
    const same = request('PUT', '/things/{id}', {
      path: { id: { capture: 'id' } },
      body: { object: { name: { sent: 'create', pointer: '/body/name' }, size: { literal: 3 } } },
    });
    const whole = update({ ...same, assert: [{ op: 'leavesNoneOut', members: names.map(sent) }] });
    return runOne(plan('whole', [create(), whole]), api.handler);
  };
  const both = ['name', 'size'];
  expect(await answering(['size'], both)).toMatchObject({ reasonCode: 'FIELD_MISSING' });
  expect(await answering([], both)).toMatchObject({ status: 'pass' });
  expect(await answering(both, both)).toMatchObject({ status: 'pass' });
  expect(await answering(['size'], ['size'])).toMatchObject({ status: 'pass' });
});

test.each([
  ['note, which the read shows', { note: 'n' }, 'pass'],
  ['note, which nothing shows', {}, 'FIELD_MISSING'],
  ['note, which the read shows as null', { note: null }, 'FIELD_MISSING'],
  ['color, which no document names', { color: 'red' }, 'FIELD_MISSING'],
])('a list entry without a compared member and without %s', async (_name, further, told) => {
  const $defs = {
    Thing: { type: 'object', properties: { id: {}, name: {}, size: {}, note: {} } },
    Things: { type: 'object', properties: { data: { type: 'array', items: { $ref: '#/$defs/Thing' } } } },
  };
  const api = thingsApi((r, next) => {
    if (isRead(r)) return json(200, { ...JSON.parse(next().body), ...further });
    if (r.method !== 'GET' || r.path !== '/things') return undefined;
    const { data } = JSON.parse(next().body) as { data: { id: number; size: number }[] };
    return json(200, { data: data.map(({ id, size }) => ({ id, size })) });
  });
  const name = { pointer: '/name', value: { sent: 'create', pointer: '/body/name' }, summary: true as const };
  const match = [{ pointer: '/id', value: { capture: 'id' } }, name];
  const listed = list({ assert: [{ op: 'listContains', list: '/data', match }], probes: update().probes });
  const journey = await runOne(plan('listed', [create(), listed]), api.handler, { bundle: { $defs } });
  expect(journey.reasonCode ?? journey.status).toBe(told);
});

test.each([
  ['once', 1, 'INCONCLUSIVE_SETUP_REQUIRED', 'EVENTUALLY_CONSISTENT'],
  ['each time', Infinity, 'FAIL_DECISIVE_ROUTE_MISSING', 'METHOD_NOT_SERVED'],
])('a write that is answered 404 %s, and whose item a read shows then', async (_name, times, verdict, reasonCode) => {
  const refused = new Map<string, number>();
  const api = thingsApi((r) => {
    const before = refused.get(r.path) ?? 0;
    if (r.method !== 'PUT' || before >= times) return undefined;
    refused.set(r.path, before + 1);
    return json(404, { error: `no thing ${r.path}` });
  });
  const journey = await runOne(plan('early', [create(), update(), readUpdated()]), api.handler);
  expect(journey).toMatchObject({ verdict, reasonCode });
  expect(api.things.size).toBe(0);
});

test('what a write made that was sent once more is taken away', async () => {
  const parts = new Set<string>();
  const refused = new Set<string>();
  const api = thingsApi((r) => {
    if (!r.path.includes('/parts')) return undefined;
    if (r.method === 'DELETE') return parts.delete(r.path) ? json(204, {}) : json(404, { error: 'no part' });
    if (!refused.has(r.path)) {
      refused.add(r.path);
      return json(404, { error: 'no thing' });
    }
    parts.add(`${r.path}/7`);
    return json(200, { id: 7 });
  });
  const path = { id: { capture: 'id' } };
  const part = step('part', request('POST', '/things/{id}/parts', { path, body: { object: {} } }), {
    captures: { part: { from: 'body', pointer: '/id' } },
    probes: update().probes,
  });
  const one = request('DELETE', '/things/{id}/parts/{part}', { path: { ...path, part: { capture: 'part' } } });
  const { teardown } = plan('parts', [create()]);
  const journey = await runOne(
    plan('parts', [create(), part], { teardown: [...teardown, { ...one, forStep: 'part', persona: 'admin' }] }),
    api.handler,
  );
  expect(journey.reasonCode).toBe('EVENTUALLY_CONSISTENT');
  expect(refused.size).toBeGreaterThan(0);
  expect([...parts]).toEqual([]);
});

test('the reads that look for a missing route send no part of a refused form', async () => {
  const api = thingsApi((r) => (r.method === 'POST' ? json(404, { error: 'no such folder' }) : undefined));
  const upload = create({
    body: { contentType: 'multipart/form-data', value: { object: { name: { literal: 'a' } } } },
  });
  await runOne(plan('upload', [upload, read()]), api.handler);
  const reads = api.log.filter(({ method }) => method === 'GET');
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(({ form, body }) => form !== undefined || body !== undefined)).toEqual([]);
});
