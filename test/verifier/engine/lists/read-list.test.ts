import { expect, test } from 'vitest';
import type { Assertion, Step } from '#verifier/plan/plan.ts';
import type { WireResponse } from '#verifier/transport/send.ts';
import { json, thingsApi, type Fault, type Thing } from '#test/things-api.ts';
import { create, ENV, list, plan, read, request, step, update } from '#test/things-plans.ts';
import { runInMemory, runOne } from '#test/run-in-memory.ts';

const OTHER = { unique: { stem: 'table', maxLength: 40, charset: 'text' } } as const;
const second = create({
  ...request('POST', '/things', { body: { object: { name: OTHER, size: { literal: 4 } } } }),
  id: 'create-2',
  captures: { id2: { from: 'body', pointer: '/id' } },
  assert: [],
});
const third = create({ ...second, id: 'create-3', captures: { id3: { from: 'body', pointer: '/id' } } });
const byId = (capture: string) => [{ pointer: '/id', value: { capture } }];

/** A list step with a query and without an effect to show. */
function listBy(query: Step['params']['query'], assert: Assertion[], more: Partial<Step> = {}): Step {
  const { effectOf: _none, ...rest } = list({ id: 'filtered', assert, ...more });
  return { ...rest, params: { path: {}, query, header: {} } };
}

const isList = (r: { method: string; path: string }): boolean => r.method === 'GET' && r.path === '/things';

function filtering(keep: (thing: Thing, query: URLSearchParams) => boolean): Fault {
  return (r, _next, { things }) => {
    if (!isList(r)) return undefined;
    const kept = [...things.values()].filter((thing) => keep(thing, r.query));
    const from = (Number(r.query.get('page') ?? 1) - 1) * 10;
    return json(200, { data: kept.slice(from, from + 10) });
  };
}

const sound = filtering((thing, query) => !query.has('size') || thing.size === Number(query.get('size')));
const unfiltered: Step['probes'] = [
  {
    kind: 'list',
    request: request('GET', '/things'),
    persona: 'admin',
    list: '/data',
    match: byId('id'),
    paging: { style: 'page', param: 'page', first: 1 },
  },
];
const size = { sent: 'create', pointer: '/body/size' };
const bySize = plan('by-size', [
  create(),
  second,
  listBy(
    { size },
    [
      { op: 'listContains', list: '/data', match: byId('id') },
      { op: 'listLacks', list: '/data', match: byId('id2') },
      { op: 'listOnly', list: '/data', pointer: '/size', value: { sent: 'filtered', pointer: '/query/size' } },
    ],
    { probes: unfiltered },
  ),
]);

test('a filter that keeps what it should passes', async () => {
  expect(await runOne(bySize, thingsApi(sound).handler)).toMatchObject({ status: 'pass' });
});

test.each<[string, Fault]>([
  ['ignores its value', filtering(() => true)],
  ['leaves out what it should keep', filtering((thing, query) => !query.has('size') || thing.size > 5)],
])('a filter that %s breaks the contract of the list', async (_, fault) => {
  const journey = await runOne(bySize, thingsApi(fault).handler);
  expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'NOT_FILTERED' });
});

test('an item that neither list shows is lost, not filtered wrongly', async () => {
  const journey = await runOne(bySize, thingsApi(filtering(() => false)).handler);
  expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'NOT_IN_LIST' });
});

test('a value that another page shows is no value of the filter', async () => {
  const only = plan('only', [
    create(),
    listBy({ size }, [
      { op: 'listOnly', list: '/data', pointer: '/size', value: { sent: 'filtered', pointer: '/query/size' } },
    ]),
  ]);
  const late: Fault = (r) => {
    const page = Number(r.query.get('page') ?? 1);
    if (!isList(r)) return undefined;
    return json(200, { data: page === 1 ? [{ id: 5, size: 3 }, { id: 6 }] : page === 2 ? [{ id: 7, size: 9 }] : [] });
  };
  expect(await runOne(only, thingsApi(late).handler)).toMatchObject({ reasonCode: 'NOT_FILTERED' });
});

const once = plan('once', [create(), second, listBy({}, [{ op: 'listContains', list: '/data', match: byId('id') }])]);
const showing =
  (change: (all: Thing[]) => object[]): Fault =>
  (r, _next, { things }) =>
    isList(r) ? json(200, { data: change([...things.values()]) }) : undefined;

test('an item that one answer shows twice breaks the contract of the list', async () => {
  const journey = await runOne(once, thingsApi(showing((all) => all.flatMap((thing) => [thing, thing]))).handler);
  expect(journey).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'ITEM_REPEATED' });
});

test.each<[string, Fault]>([
  ['that differs in something', showing((all) => all.flatMap((thing) => [thing, { ...thing, role: 'guest' }]))],
  ['of another item', showing((all) => [...all, ...all.slice(1)])],
])('an entry %s is no repetition', async (_, fault) => {
  expect(await runOne(once, thingsApi(fault).handler)).toMatchObject({ status: 'pass' });
});

test('entries without an identifier of their own may be alike', async () => {
  const byName = [{ pointer: '/name', value: { sent: 'create', pointer: '/body/name' } }];
  const undescribed = { outcome: 'success' as const, status: [200], responses: {} };
  const contained: Assertion = { op: 'listContains', list: '/data', match: byName };
  const named = plan('named', [create(), listBy({}, [contained], { expect: undescribed })]);
  const alike = showing((all) => all.flatMap(({ name }) => [{ name }, { name }]));
  expect(await runOne(named, thingsApi(alike).handler)).toMatchObject({ status: 'pass' });
});

const pagedSteps = [
  create(),
  second,
  third,
  listBy({ size: { literal: 2 } }, [
    {
      op: 'listPages',
      list: '/data',
      size: { sent: 'filtered', pointer: '/query/size' },
      each: [byId('id'), byId('id2'), byId('id3')],
    },
  ]),
];
const paged = plan('paged', pagedSteps, {
  teardown: [['create', 'id'] as const, ['create-2', 'id2'] as const, ['create-3', 'id3'] as const].map(
    ([forStep, capture]) => ({
      ...request('DELETE', '/things/{id}', { path: { id: { capture } } }),
      forStep,
      persona: 'admin',
    }),
  ),
});

/** Changes the items of a page; `page` and `size` as they were asked for. */
function paging(change: (all: Thing[], page: number, size: number) => Thing[]): Fault {
  return (r, _next, { things }) =>
    isList(r)
      ? json(200, { data: change([...things.values()], Number(r.query.get('page') ?? 1), Number(r.query.get('size'))) })
      : undefined;
}

test.each<[string, Fault | undefined]>([
  ['that are told apart', undefined],
  [
    'of which the last is answered again for any later one',
    paging((all, page, count) => all.slice((Math.min(page, 2) - 1) * count, Math.min(page, 2) * count)),
  ],
])('pages %s pass', async (_, fault) => {
  expect(await runOne(paged, thingsApi(fault).handler)).toMatchObject({ status: 'pass' });
});

test.each<[string, Fault, string, string]>([
  ['ignores the page size', paging((all) => all), 'FAIL_DECISIVE_CONTRACT', 'PAGE_SIZE_IGNORED'],
  ['ignores the page', paging((all, _page, count) => all.slice(0, count)), 'FAIL_DECISIVE_CONTRACT', 'PAGE_REPEATED'],
  [
    'shows the last of a page again on the next',
    paging((all, page, count) => all.slice(Math.max(0, (page - 1) * count - 1), page * count - (page > 1 ? 1 : 0))),
    'FAIL_DECISIVE_CONTRACT',
    'PAGE_REPEATED',
  ],
  [
    'loses the last item',
    paging((all, page, count) => all.slice(0, -1).slice((page - 1) * count, page * count)),
    'FAIL_DECISIVE_PERSISTENCE',
    'NOT_IN_LIST',
  ],
])('a list that %s is found', async (_, fault, verdict, reasonCode) => {
  expect(await runOne(paged, thingsApi(fault).handler)).toMatchObject({ verdict, reasonCode });
});

test.each([
  [400, 'page 3, after a page that is not full', 1, 2, { reasonCode: 'NOT_IN_LIST' }],
  [500, 'page 3, after a page that is not full', 1, 2, { reasonCode: 'NOT_IN_LIST' }],
  [503, 'page 3, after a page that is not full', 1, 2, { status: 'pass' }],
  [500, 'page 2, after a full page', 2, 1, { status: 'pass' }],
])('%i to %s, where an item of three was lost', async (status, _page, lost, shown, told) => {
  const losing = paging((all, page, count) =>
    all.slice((page - 1) * count, page * count).filter((one) => one !== all[lost]),
  );
  const failing: Fault = (r, ...rest) =>
    isList(r) && Number(r.query.get('page') ?? 1) > shown ? json(status, { error: 'no page' }) : losing(r, ...rest);
  expect(await runOne(paged, thingsApi(failing).handler)).toMatchObject(told);
});

test('pages that count from 0 or from 1 alike are no repetition', async () => {
  const counting: Fault = (r, next) => {
    if (!isList(r)) return undefined;
    return Number(r.query.get('page') ?? 1) === 0 ? json(400, {}) : next();
  };
  const fromZero = paged.steps.map((one) =>
    one.paging ? { ...one, paging: { style: 'page' as const, param: 'page', first: 0 } } : one,
  );
  expect(await runOne(plan('zero', fromZero), thingsApi(counting).handler)).toMatchObject({ status: 'pass' });
});

test('a list that somebody else changes during the walk is walked again', async () => {
  let walks = 0;
  const disturbed: Fault = (r, next, { things }) => {
    if (isList(r) && r.query.get('page') === null) walks += 1;
    if (isList(r) && r.query.get('page') === '2' && walks === 1) {
      const all = [...things.values()];
      return json(200, { data: all.slice(1) });
    }
    return next();
  };
  expect(await runOne(paged, thingsApi(disturbed).handler)).toMatchObject({ status: 'pass' });
  expect(walks).toBe(2);
});

test('pages are walked when nothing else of the run changes the list', async () => {
  const api = thingsApi();
  const busy = Array.from({ length: 12 }, (_, index) => plan(`busy-${index}`, [create(), read(), update()]));
  const listed = Array.from({ length: 12 }, (_, index) =>
    plan(`listed-${index}`, [create(), list()], { kind: 'create-list' }),
  );
  const plans = [paged, ...listed, ...busy];
  const { journeys } = await runInMemory(plans, api.handler);
  expect(journeys.map(({ name, status }) => [name, status])).toEqual(plans.map(({ name }) => [name, 'pass']));
  const first = api.log.findIndex(({ url }) => new URL(url).searchParams.get('size') === '2');
  expect(api.log.slice(first).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('an item is looked for in its list when no other journey makes any, so that the end which a list lacks is found', async () => {
  const lacking = thingsApi((r, next, { things }) =>
    isList(r) ? json(200, { data: [...things.values()].slice(0, -1) }) : next(),
  );
  const listed = ['one', 'two'].map((name) => plan(name, [create(), list()], { kind: 'create-list' }));
  const busy = Array.from({ length: 12 }, (_, index) => plan(`busy-${index}`, [create(), read(), update()]));
  const { journeys } = await runInMemory([...listed, ...busy], lacking.handler);
  expect(journeys.slice(0, 2).map(({ reasonCode }) => reasonCode)).toEqual(['NOT_IN_LIST', 'CAUSED_BY']);
});

test('a list that never stands still is not judged', async () => {
  let asked = 0;
  const moving = paging((all, page, count) => {
    asked += 1;
    return [...all.slice(0, -1), { id: 900 + asked, name: 'of others', size: 1 }].slice(
      (page - 1) * count,
      page * count,
    );
  });
  expect(await runOne(paged, thingsApi(moving).handler)).toMatchObject({ status: 'pass' });
});

test('another identity may be answered a list, as long as it does not show the item', async () => {
  const outsider = {
    name: 'outsider',
    description: 'an outsider',
    authType: 'BEARER',
    envVar: 'AUTH_OUTSIDER',
  } as const;
  const admin = { name: 'admin', description: 'may do all', authType: 'BEARER', envVar: 'AUTH_ADMIN' } as const;
  const options = { env: { ...ENV, AUTH_OUTSIDER: '{"token":"out"}' }, bundle: { personas: [admin, outsider] } };
  const others = step('others', request('GET', '/things'), {
    persona: 'outsider',
    expect: { outcome: 'cross-persona', status: [404], responses: {} },
    assert: [{ op: 'listLacks', list: '/data', match: byId('id') }],
  });
  const journey = plan('others', [create(), others], { kind: 'cross-persona', personas: ['admin', 'outsider'] });
  const as = (answer: (things: Thing[]) => WireResponse): Fault => {
    return (r, _next, { things }) =>
      isList(r) && r.headers['authorization'] === 'Bearer out' ? answer([...things.values()]) : undefined;
  };
  const run = async (fault: Fault) => (await runInMemory([journey], thingsApi(fault).handler, options)).journeys[0];
  expect(await run(as(() => json(200, { data: [] })))).toMatchObject({ status: 'pass' });
  expect(await run(as(() => json(403, {})))).toMatchObject({ status: 'pass' });
  expect(await run(as((data) => json(200, { data })))).toMatchObject({
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCode: 'AUTHZ_OBJECT',
  });
});
