import { describe, expect, it } from 'vitest';

import { instantClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { WorkbookJourney } from '#planner/journeys/model/workbook-journey.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { decisive, type Fields, handlerOf, type Routes } from '#test/small-server.ts';
import { notFound, ok } from '#test/small-store.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const status = { type: 'string', enum: ['OPEN', 'PAID', 'SHIPPED'] };
const order = object({ id: text, title: text, status }, ['id', 'title', 'status']);
const line = object({ id: text, product: text }, ['id', 'product']);
const paths = {
  '/orders': {
    post: { operationId: 'createOrder', ...takes(object({ title: text }, ['title'])), responses: shows(order, '201') },
    get: { operationId: 'listOrders', responses: shows({ type: 'array', items: order }) },
  },
  '/orders/{id}': {
    parameters: [param('id')],
    get: { operationId: 'getOrder', responses: { ...shows(order), '404': { description: 'none' } } },
    patch: { operationId: 'updateOrder', ...takes(object({ title: text })), responses: shows(order) },
    delete: { operationId: 'deleteOrder', responses: noBody },
  },
  '/orders/{id}/pay': { parameters: [param('id')], post: { operationId: 'payOrder', responses: shows(order) } },
  '/orders/{id}/ship': { parameters: [param('id')], post: { operationId: 'shipOrder', responses: shows(order) } },
  '/orders/{id}/lines': {
    parameters: [param('id')],
    post: { operationId: 'addLine', ...takes(object({ product: text }, ['product'])), responses: shows(line, '201') },
    get: { operationId: 'listLines', responses: shows({ type: 'array', items: line }) },
  },
  '/health': { get: { operationId: 'getHealth', responses: { '200': { description: 'up' } } } },
};
const document = spec(paths);

const id = (last: number): string => `0190a000-0000-7000-8000-00000000000${last}`;
const journey = (at: number, operations: string[], more: Partial<WorkbookJourney> = {}): WorkbookJourney => ({
  id: id(at),
  name: `Journey ${at}`,
  enforcement: 'ENFORCED',
  persona: null,
  operations,
  ...more,
});
const whole = journey(
  1,
  ['createOrder', 'addLine', 'listLines', 'updateOrder', 'payOrder', 'shipOrder', 'getOrder', 'deleteOrder'],
  {
    name: 'An order from its first line to its end',
    enforcement: 'OBSERVED',
  },
);
const workbook = [
  whole,
  journey(2, ['createOrder', 'getOrder']),
  journey(3, ['createOrder', 'createOrder']),
  journey(4, ['createOrder', 'deleteOrder', 'updateOrder']),
  journey(5, ['createOrder', 'getHealth']),
  journey(6, ['createOrder', 'refundOrder']),
];
const base = await planFeature({ spec: document, personas: [] });
const planned = await planFeature({ spec: document, personas: [], workbook });
const own = planned.bundle.plans.filter((plan) => plan.workbook);

describe('a workbook journey', () => {
  it('is planned from its operations in their order, under its own id and name, ENFORCED or OBSERVED', () => {
    expect(own.map(({ journeyId, name, kind, enforcement }) => ({ journeyId, name, kind, enforcement }))).toEqual([
      { journeyId: id(1), name: whole.name, kind: 'workflow', enforcement: 'OBSERVED' },
      { journeyId: id(2), name: 'Journey 2', kind: 'workflow', enforcement: 'ENFORCED' },
    ]);
    expect(own[0]?.workbook).toEqual({ operations: whole.operations, persona: null });
    const called = own[0]?.steps.map(({ operationId }) => operationId) ?? [];
    const places = whole.operations.map((operation) => called.lastIndexOf(operation));
    expect(
      called.filter((operation) => ['createOrder', 'payOrder', 'shipOrder', 'updateOrder'].includes(operation)),
    ).toEqual(['createOrder', 'updateOrder', 'payOrder', 'shipOrder']);
    expect(places.slice(0, 6)).toEqual(places.slice(0, 6).toSorted((left, right) => left - right));
  });

  it('shows the effect of each write, and kills a mutant of the operation that changes last', () => {
    const effects = own[0]?.steps.flatMap(({ effectOf }) => (effectOf === undefined ? [] : [effectOf]));
    expect(effects).toEqual(
      expect.arrayContaining(['update-order', 'pay-order', 'ship-order', 'delete-order', 'create-line']),
    );
    expect(own[0]?.proof).toEqual(['delete-no-op DELETE /orders/{id}']);
  });

  it('changes no other journey', () => {
    const others = planned.bundle.plans.filter((plan) => !plan.workbook);
    expect(others.map(({ planId }) => planId)).toEqual(base.bundle.plans.map(({ planId }) => planId));
  });

  it.each([
    ['Journey 3', 'POST /orders creates a second item, or one that an earlier step needs.'],
    ['Journey 4', 'PATCH /orders/{id} comes after the item was deleted.'],
    ['Journey 5', 'GET /health is neither a standard method nor an action of an item.'],
  ])('%s, which the spec does not allow, is dropped with the reason', (name, detail) => {
    expect(planned.dropped.filter((one) => one.name === name)).toMatchObject([{ kind: 'workflow', detail }]);
  });

  it('with an operation that the spec has not is not planned: the workbook shows its missing binding', () => {
    expect(planned.dropped.filter(({ name }) => name === 'Journey 6')).toEqual([]);
  });

  it('as a persona runs with the credentials of that persona alone', async () => {
    const named = [
      { name: 'Ann', description: 'May do everything.', authType: 'BEARER' as const },
      { name: 'Bob', description: 'May do everything.', authType: 'BEARER' as const },
    ];
    const asBob = journey(7, ['createOrder', 'getOrder'], { persona: 'Bob' });
    const { '/orders': orders, '/orders/{id}': item } = paths;
    const { bundle } = await planFeature({
      spec: {
        ...spec({ '/orders': { post: orders.post }, '/orders/{id}': { parameters: item.parameters, get: item.get } }),
        security: [{ bearer: [] }],
      },
      personas: named,
      workbook: [asBob],
    });
    expect(bundle.plans.filter((plan) => plan.workbook).map(({ personas }) => personas)).toEqual([['Bob']]);
  });

  it.each([
    ['that is sound', undefined, []],
    ['that forgets to ship', 'POST /orders/{id}/ship', [`FAIL_DECISIVE_PERSISTENCE UNCHANGED: ${whole.name}`]],
    ['that forgets updates', 'PATCH /orders/{id}', [`FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: ${whole.name}`]],
  ])('is judged: a server %s', async (_, forgets, expected) => {
    const result = await runPlans({
      bundle: planned.bundle,
      plans: own.slice(0, 1),
      baseUrl: 'http://small.test',
      send: handlerOf(server(forgets)),
      clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
      random: seededRandom(7),
      env: {},
      seed: 1,
    });
    expect(result.journeys).toHaveLength(1);
    expect(decisive(result)).toEqual(expected);
    if (forgets === undefined) expect(result.journeys[0]?.status).toBe('pass');
  });
});

/** Orders that are paid before they are shipped, and paid once; `forgets`: a write that is answered and not done. */
function server(forgets: string | undefined): Routes {
  const orders = new Map<string, Fields>();
  const lines = new Map<string, Fields[]>();
  let serial = 0;
  const on =
    (key: string, change: (one: Fields, body: Fields) => Fields | undefined): Routes[string] =>
    ({ params, body }) => {
      const one = orders.get(params[0] ?? '');
      if (!one) return notFound;
      const changed = change(one, body);
      if (!changed) return { status: 409, body: { error: 'not now' } };
      const next = { ...one, ...changed };
      if (forgets !== key) orders.set(String(one['id']), next);
      return ok(next);
    };
  return {
    'POST /orders': ({ body }) => {
      const one = { ...body, id: `o${(serial += 1)}`, status: 'OPEN' };
      orders.set(one.id, one);
      return { status: 201, body: one };
    },
    'GET /orders': () => ok([...orders.values()]),
    'GET /orders/{id}': on('', () => ({})),
    'PATCH /orders/{id}': on('PATCH /orders/{id}', (_, body) => body),
    'DELETE /orders/{id}': ({ params }) => ({ status: orders.delete(params[0] ?? '') ? 204 : 404 }),
    'POST /orders/{id}/pay': on('', ({ status: now }) => (now === 'OPEN' ? { status: 'PAID' } : undefined)),
    'POST /orders/{id}/ship': on('POST /orders/{id}/ship', ({ status: now }) =>
      now === 'PAID' ? { status: 'SHIPPED' } : undefined,
    ),
    'POST /orders/{id}/lines': ({ params, body }) => {
      const one = { ...body, id: `l${(serial += 1)}` };
      lines.set(params[0] ?? '', [...(lines.get(params[0] ?? '') ?? []), one]);
      return { status: 201, body: one };
    },
    'GET /orders/{id}/lines': ({ params }) => ok(lines.get(params[0] ?? '') ?? []),
  };
}
