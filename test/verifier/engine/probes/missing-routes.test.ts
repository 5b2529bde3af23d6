import { expect, test } from 'vitest';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import type { WireResponse } from '#verifier/transport/send.ts';
import { json, thingsApi, type Fault } from '#test/things-api.ts';
import {
  NAME,
  create,
  gone,
  list,
  plan,
  read,
  readUpdated,
  remove,
  request,
  step,
  update,
} from '#test/things-plans.ts';
import { runInMemory, runOne } from '#test/run-in-memory.ts';

const createRead = plan('create-read', [create(), read()]);
const page: WireResponse = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>our shop</html>' };
const isRead = (r: { method: string; path: string }): boolean => r.method === 'GET' && /^\/things\/\d+$/.test(r.path);

test('a catch-all page is a missing route, and the run asks whether the base URL is right', async () => {
  const { journeys, notes, exitCode } = await runInMemory([createRead], () => page);
  expect(journeys[0]).toMatchObject({ verdict: 'FAIL_DECISIVE_ROUTE_MISSING' });
  expect(notes?.[0]).toContain('http://api.test');
  expect(exitCode).toBe(3);
});

test('a service that refuses something else is there, and its address is not asked about', async () => {
  const strict = create({ path: '/others' });
  const plans = [createRead, plan('others', [strict])];
  const { notes } = await runInMemory(plans, ({ url }) =>
    url.endsWith('/others') ? json(422, { error: 'no' }) : page,
  );
  expect(notes).toEqual([expect.stringMatching(/^Nothing is proved: no journey that asserts a value passed/)]);
});

test.each<[string, string[], string]>([
  ['that documents it', ['200', '400'], 'PRECONDITION_NOT_MET'],
  ['whose document knows no refusal but of the caller', ['200', '401'], 'PRECONDITION_NOT_MET'],
  ['whose document knows other refusals', ['200', '404'], 'UNEXPECTED_STATUS'],
])('a refusal of a read %s, where only its refusal to others is asked for', async (_, documented, reasonCode) => {
  const responses = Object.fromEntries(documented.map((one) => [one, { contentTypes: [] }]));
  const stream = (id: string, persona: string | null, outcome: 'success' | 'unauthenticated') =>
    step(id, request('GET', '/stream'), { persona, expect: { responses, status: [200], outcome } });
  const refused = plan('stream', [stream('call', 'admin', 'success'), stream('try', null, 'unauthenticated')]);
  expect(await runOne(refused, () => json(400, { error: 'not an upgrade' }))).toMatchObject({ reasonCode });
});

test('refusals that pass because nothing is served do not hide that the base URL may be wrong', async () => {
  const expect404 = { outcome: 'not-found' as const, status: [404], responses: {} };
  const unknown = read({
    params: { path: { id: { literal: 77 } }, query: {}, header: {} },
    expect: expect404,
    assert: [],
  });
  const notFound = plan('unknown', [unknown], { kind: 'not-found' });
  const { journeys, notes } = await runInMemory([createRead, notFound], () => json(404, { error: 'no such page' }));
  expect(journeys.map(({ status }) => status)).toEqual(['fail', 'pass']);
  expect(notes?.[0]).toContain('http://api.test');
});

test('a page instead of JSON on a path that is served otherwise is a broken contract', async () => {
  const api = thingsApi((r) => (isRead(r) ? { ...page, body: `<html>${r.path}</html>` } : undefined));
  expect(await runOne(createRead, api.handler)).toMatchObject({ reasonCode: 'WRONG_MEDIA_TYPE' });
});

test('an answer whose request id differs each time is still recognised as no such route', async () => {
  let count = 0;
  const fault: Fault = (r) => {
    count += 1;
    const body = {
      error: `Cannot ${r.method} ${r.path}`,
      requestId: `a1b2c3d4-e5f6-4711-8899-${String(count).padStart(12, '0')}`,
    };
    return isRead(r) || r.path.startsWith('/no-such') ? json(404, body) : undefined;
  };
  const probing: Fault = (r, next, api) =>
    isRead(r) && !api.things.has(Number(r.path.split('/')[2])) ? next() : fault(r, next, api);
  expect(await runOne(createRead, thingsApi(probing).handler)).toMatchObject({ reasonCode: 'ROUTE_NOT_SERVED' });
});

test('a read that answers 404 while the list shows the item is a method that is not served', async () => {
  const api = thingsApi((r) => (isRead(r) ? json(404, { error: 'none' }) : undefined));
  const journey = await runOne(createRead, api.handler);
  expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_ROUTE_MISSING', reasonCode: 'METHOD_NOT_SERVED' });
  expect(journey.evidence).toContainEqual(expect.objectContaining({ probe: 'list', path: '/things', statusCode: 200 }));
});

test.each([
  ['a missing required field', (thing: object) => ({ ...thing, id: undefined }), 'SCHEMA'],
  ['null where it is not allowed', (thing: object) => ({ ...thing, name: null }), 'SCHEMA'],
  ['a bound that only a value of the server can break', (thing: object) => ({ ...thing, rank: 101 }), 'SCHEMA'],
])('%s is found by the schema', async (_name, change, reasonCode) => {
  const api = thingsApi((r, next) => (isRead(r) ? json(200, change(JSON.parse(next().body))) : undefined));
  const schema = {
    type: 'object' as const,
    required: ['id'],
    properties: { id: { type: 'integer' }, name: { type: 'string' }, rank: { type: 'integer', maximum: 100 } },
  };
  const journey = await runOne(createRead, api.handler, { bundle: { $defs: { Thing: schema, Things: true } } });
  expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode });
});

test('an extra field, a broken format and a missing content type header are no verdict', async () => {
  const api = thingsApi((r, next) => {
    if (!isRead(r)) return undefined;
    return {
      status: 200,
      headers: {},
      body: JSON.stringify({ ...JSON.parse(next().body), extra: 1, at: 'yesterday' }),
    };
  });
  const Thing = { type: 'object' as const, properties: { at: { type: 'string', format: 'date-time' } } };
  const journey = await runOne(createRead, api.handler, { bundle: { $defs: { Thing, Things: true } } });
  expect(journey.status).toBe('pass');
  expect(journey.notes).toHaveLength(2);
});

test.each([
  ['an empty body', '', 'EMPTY_BODY'],
  ['half a body', '{"id": 1, "na', 'MALFORMED_BODY'],
])('%s is found', async (_name, body, reasonCode) => {
  const api = thingsApi((r) =>
    isRead(r) ? { status: 200, headers: { 'content-type': 'application/json' }, body } : undefined,
  );
  expect(await runOne(createRead, api.handler)).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode });
});

test('a field that only one answer drops is a broken contract, one that every read drops is lost', async () => {
  const withoutSize = (answer: WireResponse): WireResponse => {
    const drop = ({ size: _size, ...thing }: Record<string, unknown>) => thing;
    const body = JSON.parse(answer.body) as { data?: Record<string, unknown>[] };
    return json(answer.status, body.data ? { ...body, data: body.data.map(drop) } : drop(body));
  };
  const one = plan('size', [
    create(),
    readUpdated({
      effectOf: 'create',
      assert: [{ op: 'equals', pointer: '/size', value: { sent: 'create', pointer: '/body/size' }, compare: 'exact' }],
    }),
  ]);
  const inOne = thingsApi((r, next) => (isRead(r) ? withoutSize(next()) : undefined));
  expect(await runOne(one, inOne.handler)).toMatchObject({
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'FIELD_MISSING',
  });
  const inAll = thingsApi((r, next) =>
    r.method === 'GET' && r.path.startsWith('/things') ? withoutSize(next()) : undefined,
  );
  expect(await runOne(one, inAll.handler)).toMatchObject({
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'VALUE_LOST',
  });
});

test('an item that was found by its chosen name keeps it, in whatever writing it is shown', async () => {
  const chosen = { sent: 'create', pointer: '/path/name' };
  const named = { path: { name: chosen }, query: {}, header: {} };
  const make = step('create', request('PUT', '/named/{name}', { path: { name: NAME } }));
  const look = step('read', request('GET', '/named/{name}'), {
    params: named,
    assert: [{ op: 'equals', pointer: '/name', value: chosen, compare: 'exact' }],
  });
  const removed = step('remove', request('DELETE', '/named/{name}'), { params: named });
  const names = new Set<string>();
  const handler: MemoryHandler = ({ method, url }) => {
    const [, name = ''] = /\/named\/(.+)$/.exec(url) ?? [];
    if (method === 'PUT') names.add(name);
    if (!names.has(name)) return json(404, { error: 'none' });
    if (method === 'DELETE') names.delete(name);
    return json(200, { id: 1, size: 1, name: method === 'GET' ? name.toUpperCase() : name });
  };
  const journey = await runOne(plan('named', [make, look, removed], { teardown: [] }), handler);
  expect(journey).toMatchObject({ status: 'skip', reasonCode: 'SERVER_NORMALISED' });
});

test('a value in another letter case is inconclusive, another value is not', async () => {
  const changed =
    (change: (name: string) => string): Fault =>
    (r, next) => {
      const answer = next();
      const thing = JSON.parse(answer.body || '{}');
      return isRead(r) && answer.status === 200 ? json(200, { ...thing, name: change(thing.name) }) : answer;
    };
  const upper = await runOne(createRead, thingsApi(changed((name) => ` ${name.toUpperCase()}`)).handler);
  expect(upper).toMatchObject({ verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT', reasonCode: 'SERVER_NORMALISED' });
  const cut = await runOne(createRead, thingsApi(changed((name) => name.slice(0, 5))).handler);
  expect(cut).toMatchObject({ verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'VALUE_NOT_STORED' });
});

test('a journey goes on past a value in another writing, and a fault behind it is decisive', async () => {
  const inCapitals =
    (then: Fault): Fault =>
    (r, next, api) => {
      const faulty = then(r, next, api);
      if (faulty) return faulty;
      const answer = next();
      if (answer.status >= 300 || r.path === '/things') return answer;
      const thing = JSON.parse(answer.body || '{}');
      return json(answer.status, { ...thing, name: String(thing.name).toUpperCase() });
    };
  const updateRead = plan('update-read', [create(), read(), update(), readUpdated()], { kind: 'update-read' });
  const clean = await runOne(updateRead, thingsApi(inCapitals(() => undefined)).handler);
  expect(clean).toMatchObject({ verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT', reasonCode: 'SERVER_NORMALISED' });
  expect(clean.steps.map(({ passed }) => passed)).toEqual([true, false, true, true]);
  expect(clean.evidence?.[1]?.observation).toContain('equals /name');
  const lost: Fault = (r, _next, api) =>
    r.method === 'PUT' ? json(200, api.things.get(Number(r.path.split('/')[2]))) : undefined;
  const faulty = await runOne(updateRead, thingsApi(inCapitals(lost)).handler);
  expect(faulty).toMatchObject({ verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'VALUE_NOT_STORED' });
  const gone404: Fault = (r) => (r.method === 'PUT' ? json(405, {}) : undefined);
  expect(await runOne(updateRead, thingsApi(inCapitals(gone404)).handler)).toMatchObject({
    verdict: 'FAIL_DECISIVE_ROUTE_MISSING',
  });
});

test('later steps use a value as the server wrote it', async () => {
  const upper: Fault = (r, next) => {
    const answer = next();
    if (r.method !== 'POST') return answer;
    const thing = JSON.parse(answer.body);
    return json(201, { ...thing, name: String(thing.name).toUpperCase() });
  };
  const search = read({
    params: { path: { id: { capture: 'id' } }, query: { name: { sent: 'create', pointer: '/body/name' } }, header: {} },
    assert: [],
  });
  const journey = await runOne(plan('search', [create(), search]), thingsApi(upper).handler);
  expect(journey.steps[1]?.path).toMatch(/name=CHAIR-/);
});

const deleteGone = plan('delete-gone', [create(), read(), remove(), gone()]);

test('an item that shows a deletion mark after the delete counts as gone', async () => {
  const softly =
    (mark: object): Fault =>
    (r, _next, api) => {
      if (r.method !== 'DELETE') return undefined;
      const [thing] = [...api.things.values()];
      if (thing) api.things.set(thing.id, { ...thing, ...mark });
      return { status: 204, headers: {}, body: '' };
    };
  const marked = await runOne(deleteGone, thingsApi(softly({ deletedAt: '2026-01-01T00:00:00Z' })).handler);
  expect(marked).toMatchObject({ status: 'pass', notes: ['gone: SOFT_DELETED'] });
  const touched = await runOne(deleteGone, thingsApi(softly({ updatedAt: '2026-01-01T00:00:00Z' })).handler);
  expect(touched).toMatchObject({ status: 'fail', reasonCode: 'NOT_DELETED' });
});

test.each(['', 'null'])(
  'an item of which a read answers 200 with nothing (%j) after the delete counts as gone',
  async (body) => {
    const silent: Fault = (r, next) => {
      const answer = next();
      const isUnknown = r.method === 'GET' && /\/things\/\w+/.test(r.url) && answer.status === 404;
      return isUnknown
        ? { status: 200, headers: body === '' ? {} : { 'content-type': 'application/json' }, body }
        : answer;
    };
    const journey = await runOne(deleteGone, thingsApi(silent).handler);
    expect(journey).toMatchObject({ status: 'pass', notes: ['gone: SOFT_DELETED'] });
  },
);

test.each([
  [
    'that is marked counts as gone',
    { deletedAt: '2026-01-01T00:00:00Z' },
    { status: 'pass', notes: ['gone: SOFT_DELETED'] },
  ],
  ['that ends with what is paid for counts as gone', { cancelAtPeriodEnd: true }, { status: 'pass' }],
  ['that holds nothing any more is not the one that was made', { name: 'deleted' }, { reasonCode: 'ID_REUSED' }],
  ['as it was is still there', {}, { reasonCode: 'NOT_DELETED' }],
])('an item %s, also where the delete answers it', async (_, mark, outcome) => {
  const api = thingsApi((r, _next, { things }) => {
    const [thing] = [...things.values()];
    if (r.method !== 'DELETE' || !thing) return undefined;
    things.set(thing.id, { ...thing, ...mark });
    return json(204, things.get(thing.id) ?? {});
  });
  expect(await runOne(deleteGone, api.handler)).toMatchObject(outcome);
});

test.each([
  ['with a deletion mark counts as gone', { deletedAt: '2026-01-01T00:00:00Z' }, { status: 'pass' }],
  ['whose state inside its status says so counts as gone', { status: { state: 'expired' } }, { status: 'pass' }],
  ['whose status says something else is still there', { status: { state: 'active' } }, { status: 'fail' }],
  ['without one is still there', {}, { status: 'fail', reasonCode: 'NOT_DELETED' }],
])('an item that is wrapped in requests and answers %s', async (_name, mark, outcome) => {
  const api = thingsApi((r, next, { things }) => {
    const [thing] = [...things.values()];
    if (r.method === 'DELETE' && thing) things.set(thing.id, { ...thing, ...mark });
    if (r.method === 'DELETE') return { status: 204, headers: {}, body: '' };
    const answer = next();
    return json(answer.status, { data: JSON.parse(answer.body) });
  });
  const wrapped = { contentType: 'application/json', value: { object: { thing: { object: { name: NAME } } } } };
  const made = create({ assert: [], body: wrapped, captures: { id: { from: 'body', pointer: '/data/id' } } });
  const steps = [made, read({ assert: [] }), remove(), gone()];
  const loose = { bundle: { $defs: { Thing: true, Things: true } } };
  const unwrapping: typeof api.handler = (request) => {
    const body = request.body === undefined ? undefined : JSON.stringify(JSON.parse(request.body).thing);
    return api.handler({ ...request, ...(body === undefined ? {} : { body }) });
  };
  expect(await runOne(plan('wrapped', steps), unwrapping, loose)).toMatchObject(outcome);
});

test('a write that may be answered with or without a body is judged by the reads that follow', async () => {
  const quietly =
    (stores: boolean): Fault =>
    (r, next) => {
      if (r.method !== 'PUT') return undefined;
      if (stores) next();
      return { status: 204, headers: {}, body: '' };
    };
  const responses = { '200': { contentTypes: ['application/json'], schema: 'Thing' }, '204': { contentTypes: [] } };
  const { assert } = readUpdated();
  const either = update({ assert, expect: { outcome: 'success', status: [200, 204], responses } });
  const updateRead = plan('update-read', [create(), either, readUpdated()]);
  expect(await runOne(updateRead, thingsApi(quietly(true)).handler)).toMatchObject({ status: 'pass' });
  expect(await runOne(updateRead, thingsApi(quietly(false)).handler)).toMatchObject({
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCode: 'VALUE_NOT_STORED',
  });
});

test('a create whose documented answer shows no item cannot be followed, which is nobody’s fault', async () => {
  const responses = { '201': { contentTypes: ['application/json'], schema: 'Thing' }, '204': { contentTypes: [] } };
  const either = create({ expect: { outcome: 'success', status: [201, 204], responses } });
  const quietly: Fault = (r, next) => {
    if (r.method !== 'POST') return undefined;
    next();
    return { status: 204, headers: {}, body: '' };
  };
  expect(await runOne(plan('create-read', [either, read()]), thingsApi(quietly).handler)).toMatchObject({
    status: 'skip',
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'ITEM_NOT_SHOWN',
  });
});

test('another item that was sent the same is not the deleted one', async () => {
  const api = thingsApi((r, next, { things }) => {
    const [last] = [...things.values()];
    const copy = last && { ...last, id: last.id + 100 };
    const answer = next();
    if (r.method === 'DELETE' && copy) things.set(copy.id, copy);
    return /^GET \/things\/1$/.test(`${r.method} ${r.path}`) && answer.status === 404 && last
      ? json(200, last)
      : answer;
  });
  expect(await runOne(deleteGone, api.handler)).toMatchObject({ status: 'skip', reasonCode: 'ID_REUSED' });
});

test('another item under the deleted id is inconclusive', async () => {
  const api = thingsApi((r, _next, { things }) => {
    if (r.method !== 'DELETE') return undefined;
    const id = Number(r.path.split('/')[2]);
    things.set(id, { id, name: 'somebody else’s', size: 1 });
    return { status: 204, headers: {}, body: '' };
  });
  expect(await runOne(deleteGone, api.handler)).toMatchObject({ status: 'skip', reasonCode: 'ID_REUSED' });
});

test('after a delete 403 counts as gone only where a fresh id is answered alike', async () => {
  const hiding =
    (fresh: number): Fault =>
    (r, next) => {
      const answer = isRead(r) ? next() : undefined;
      if (answer?.status !== 404) return undefined;
      return r.path === '/things/1' ? json(403, { error: 'hidden' }) : json(fresh, { error: 'hidden' });
    };
  expect(await runOne(deleteGone, thingsApi(hiding(403)).handler)).toMatchObject({ status: 'pass' });
  expect(await runOne(deleteGone, thingsApi(hiding(404)).handler)).toMatchObject({ reasonCode: 'PERSONA_FORBIDDEN' });
});

test('an update that is refused on a reachable item is a method that is not served', async () => {
  const updateRead = plan('update-read', [create(), update(), readUpdated()]);
  const api = thingsApi((r) => (r.method === 'PUT' ? json(404, { error: 'none here' }) : undefined));
  expect(await runOne(updateRead, api.handler)).toMatchObject({ reasonCode: 'METHOD_NOT_SERVED' });
});

test.each([{}, { data: null }, { data: [] }])('a list that is answered as %j holds nothing', async (body) => {
  const api = thingsApi((r) => (r.path === '/things' && r.method === 'GET' ? json(200, body) : undefined));
  const loose = { bundle: { $defs: { Thing: true, Things: true } } };
  expect(await runOne(plan('l', [create(), list()]), api.handler, loose)).toMatchObject({ reasonCode: 'NOT_IN_LIST' });
  const match = [{ pointer: '/id', value: { capture: 'id' } }];
  const lacks = list({ assert: [{ op: 'listLacks', list: '/data', match }], effectOf: 'remove' });
  const deleted = plan('delete-by-list', [create(), remove(), lacks]);
  expect(await runOne(deleted, api.handler, loose)).toMatchObject({ status: 'pass' });
});

test('a body that holds no list at all decides nothing', async () => {
  const api = thingsApi((r) => (r.path === '/things' && r.method === 'GET' ? json(200, { data: 'none' }) : undefined));
  const loose = { bundle: { $defs: { Thing: true, Things: true } } };
  expect(await runOne(plan('l', [create(), list()]), api.handler, loose)).toMatchObject({ status: 'skip' });
});
