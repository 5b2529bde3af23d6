import { describe, expect, it } from 'vitest';

import {
  decisive,
  failures,
  type Fields,
  type MakeServer,
  plan,
  type Routes,
  type Told,
  verify,
} from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

type Faults =
  | 'loses creates'
  | 'forgets updates'
  | 'keeps what is deleted'
  | 'cancels nothing'
  | 'serves no get'
  | 'serves no cancel';
type Style = { document: object; server: (fault?: Faults) => MakeServer; subject: Record<string, string> };

const state = { type: 'string', enum: ['placed', 'cancelled'] };

/** POST /orders.get {order_id}, everything in a wrapper. */
function dotted(): Style {
  const order = object({ order_id: text, customer: text, note: text, state }, ['order_id', 'customer', 'state']);
  const one = object({ ok: { type: 'boolean' }, order }, ['ok', 'order']);
  const many = object({ ok: { type: 'boolean' }, orders: { type: 'array', items: order } }, ['ok', 'orders']);
  const call = (sent: object, shown: object) => ({
    post: { ...(sent ? takes(sent as never) : {}), responses: { ...shows(shown as never), ...missing } },
  });
  const byId = object({ order_id: text }, ['order_id']);
  return {
    subject: { cancel: 'POST /rpc/orders.cancel', get: 'POST /rpc/orders.get' },
    document: spec({
      '/rpc/orders.place': call(object({ customer: text, note: text }, ['customer']), one),
      '/rpc/orders.get': call(byId, one),
      '/rpc/orders.list': { post: { responses: shows(many) } },
      '/rpc/orders.annotate': call(object({ order_id: text, note: text }, ['order_id', 'note']), one),
      '/rpc/orders.cancel': call(byId, one),
      '/rpc/orders.forget': call(byId, object({ ok: { type: 'boolean' } }, ['ok'])),
    }),
    server: (fault) => () => {
      const items = new Map<string, Fields>();
      let serial = 0;
      const on = (act: (one: Fields, body: Fields) => Told) => (asked: { body: Fields }) => {
        const found = items.get(String(asked.body['order_id']));
        return found ? act(found, asked.body) : { status: 404, body: { ok: false, error: 'order_not_found' } };
      };
      const shown = (found: Fields) => ok({ ok: true, order: found });
      const routes: Routes = {
        'POST /rpc/orders.place': ({ body }) => {
          const made = { ...body, order_id: `o${(serial += 1)}`, state: 'placed' };
          if (fault !== 'loses creates') items.set(made.order_id, made);
          return shown(made);
        },
        'POST /rpc/orders.get': on(shown),
        'POST /rpc/orders.list': () => ok({ ok: true, orders: [...items.values()] }),
        'POST /rpc/orders.annotate': on((found, { note }) =>
          shown(fault === 'forgets updates' ? { ...found, note } : Object.assign(found, { note })),
        ),
        'POST /rpc/orders.cancel': on((found) =>
          shown(fault === 'cancels nothing' ? found : Object.assign(found, { state: 'cancelled' })),
        ),
        'POST /rpc/orders.forget': on((found) => {
          if (fault !== 'keeps what is deleted') items.delete(String(found['order_id']));
          return ok({ ok: true });
        }),
      };
      if (fault === 'serves no get') delete routes['POST /rpc/orders.get'];
      if (fault === 'serves no cancel') delete routes['POST /rpc/orders.cancel'];
      return routes;
    },
  };
}

/** GET /getOrder?id=, POST /createOrder. */
function camel(): Style {
  const order = object({ id: integer, customer: text, note: text, state }, ['id', 'customer', 'state']);
  const query = { parameters: [{ name: 'id', in: 'query', required: true, schema: integer }] };
  const answers = { responses: { ...shows(order), ...missing } };
  return {
    subject: { cancel: 'POST /cancelOrder', get: 'GET /getOrder' },
    document: spec({
      '/createOrder': { post: { ...takes(object({ customer: text, note: text }, ['customer'])), ...answers } },
      '/getOrder': { get: { ...query, ...answers } },
      '/listOrders': { get: { responses: shows({ type: 'array', items: order }) } },
      '/updateOrder': { post: { ...takes(object({ id: integer, note: text }, ['id', 'note'])), ...answers } },
      '/cancelOrder': { post: { ...takes(object({ id: integer }, ['id'])), ...answers } },
      '/deleteOrder': {
        post: { ...takes(object({ id: integer }, ['id'])), responses: { '204': { description: 'gone' } } },
      },
    }),
    server: (fault) => () => {
      const items = new Map<string, Fields>();
      let serial = 0;
      const found = (id: unknown, act: (one: Fields) => Told) => {
        const one = items.get(String(id));
        return one ? act(one) : notFound;
      };
      const routes: Routes = {
        'POST /createOrder': ({ body }) => {
          const made = { ...body, id: (serial += 1), state: 'placed' };
          if (fault !== 'loses creates') items.set(String(made.id), made);
          return ok(made);
        },
        'GET /getOrder': ({ query: asked }) => found(asked.get('id'), ok),
        'GET /listOrders': () => ok([...items.values()]),
        'POST /updateOrder': ({ body }) =>
          found(body['id'], (one) => ok(fault === 'forgets updates' ? { ...one, ...body } : Object.assign(one, body))),
        'POST /cancelOrder': ({ body }) =>
          found(body['id'], (one) =>
            ok(fault === 'cancels nothing' ? one : Object.assign(one, { state: 'cancelled' })),
          ),
        'POST /deleteOrder': ({ body }) => {
          if (fault !== 'keeps what is deleted') items.delete(String(body['id']));
          return { status: 204 };
        },
      };
      if (fault === 'serves no get') delete routes['GET /getOrder'];
      if (fault === 'serves no cancel') delete routes['POST /cancelOrder'];
      return routes;
    },
  };
}

describe.each([
  ['with dots, all by POST', dotted()],
  ['in camel case, reads by GET', camel()],
])('operations that are called by name, %s', (_, { document, server, subject }) => {
  it('are a resource like any other: made, shown, listed, changed, acted on, deleted', async () => {
    const { bundle } = await plan(document);
    expect([...new Set(bundle.plans.map(({ kind }) => kind))]).toEqual(
      expect.arrayContaining([
        'create-echo',
        'create-read',
        'create-list',
        'update-read',
        'delete-gone',
        'action-returns-change',
        'action-read-back',
      ]),
    );
    const result = await verify(document, server());
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it.each([
    ['loses creates', /^FAIL_DECISIVE_PERSISTENCE (ITEM_LOST|NOT_IN_LIST): /],
    ['forgets updates', /^FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: An order changed by POST/],
    ['keeps what is deleted', /^FAIL_DECISIVE_PERSISTENCE NOT_DELETED: A deleted order/],
    ['cancels nothing', /^FAIL_DECISIVE_PERSISTENCE UNCHANGED: /],
    ['serves no get', /^FAIL_DECISIVE_ROUTE_MISSING /],
    ['serves no cancel', /^FAIL_DECISIVE_ROUTE_MISSING /],
  ] as [Faults, RegExp][])('one that %s is found', async (fault, expected) => {
    const found = decisive(await verify(document, server(fault)));
    expect(found.filter((line) => !expected.test(line))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  it('name their item by the id that was made', async () => {
    const { bundle } = await plan(document);
    const cancel = bundle.plans.find((one) => one.kind === 'action-read-back' && one.subject === subject['cancel']);
    const step = cancel?.steps.find(({ method, path }) => `${method} ${path}` === subject['cancel']);
    expect(JSON.stringify(step?.body?.value)).toContain('"capture":"orderId"');
    expect(step?.rpc).toBe('WRITE');
  });
});
