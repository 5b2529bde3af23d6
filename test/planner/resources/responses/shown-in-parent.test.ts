import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, number, ok, store, time } from '#test/small-store.ts';

type Line = Fields & { id: number; productId: unknown; quantity: number };
type Lines = Map<string, Line[]>;

const product = object({ id: integer, name: text }, ['id', 'name']);
const sent = { productId: integer, quantity: integer };
const line = object({ id: integer, ...sent, total: number, removedAt: time }, ['id', ...Object.keys(sent), 'total']);
const list = { type: 'array', items: { $ref: '#/components/schemas/Line' } };
const order = (lines: object, required = ['id', 'lines']) => object({ id: integer, lines: lines as Fields }, required);
const documentOf = (shown: object, query: object[] = [], status = '201') => {
  const { get, ...others } = item(shown);
  const entry = object(sent, Object.keys(sent));
  return spec(
    {
      '/products': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(product, '201') } },
      '/products/{id}': item(product),
      '/orders': {
        post: {
          ...takes(object({ lines: { type: 'array', items: entry } }, ['lines'])),
          responses: shows(shown as Fields, '201'),
        },
      },
      '/orders/{id}': { ...others, get: { ...get, parameters: query } },
      '/orders/{orderId}/lines': {
        parameters: [param('orderId', integer)],
        post: { ...takes(entry), responses: { ...shows({ $ref: '#/components/schemas/Line' }, status), ...missing } },
      },
      '/orders/{orderId}/lines/{lineId}': {
        parameters: [param('orderId', integer), param('lineId', integer)],
        patch: { ...takes(object({ quantity: integer }, ['quantity'])), responses: { ...noBody, ...missing } },
        delete: { responses: { ...noBody, ...missing } },
      },
    },
    { schemas: { Line: line } },
  );
};
const document = documentOf(order(list));

/** What a server may do in its own way, soundly or not. */
type Ways = {
  view?: (lines: Line[], all: Lines) => unknown;
  add?: (lines: Line[], made: Line) => Line;
  change?: (found: Line, quantity: number) => void;
  remove?: (lines: Line[], found: Line) => Line[];
};

const server =
  ({ view = (lines) => lines, add, change, remove }: Ways): MakeServer =>
  () => {
    const all: Lines = new Map();
    const orders = store('/orders', {});
    let serial = 100;
    const asLine = ({ productId, quantity }: Fields): Line => {
      serial += 1;
      return { id: serial, productId, quantity: Number(quantity), total: 3 };
    };
    const onLine =
      (act: (lines: Line[], found: Line, body: Fields) => void) =>
      ({ params: [id = '', lineId], body }: { params: string[]; body: Fields }): Told => {
        const lines = all.get(id) ?? [];
        const found = lines.find((one) => String(one.id) === lineId);
        if (!found) return notFound;
        act(lines, found, body);
        return { status: 204 };
      };
    return {
      ...store('/products', {}).routes,
      'DELETE /orders/{id}': orders.routes['DELETE /orders/{id}'] as never,
      'POST /orders': (asked) => {
        const made = orders.routes['POST /orders']?.(asked).body as { id: number };
        all.set(String(made.id), (asked.body['lines'] as Fields[]).map(asLine));
        return { status: 201, body: { id: made.id, lines: all.get(String(made.id)) } };
      },
      'GET /orders/{id}': ({ params: [id = ''] }) => {
        const lines = all.get(id);
        return lines && orders.items.has(id) ? ok({ id: Number(id), lines: view(lines, all) }) : notFound;
      },
      'POST /orders/{id}/lines': ({ params: [id = ''], body }): Told => {
        const lines = all.get(id);
        if (!lines) return notFound;
        const made = asLine(body);
        if (add) return { status: 201, body: add(lines, made) };
        lines.push(made);
        return { status: 201, body: made };
      },
      'PATCH /orders/{id}/lines/{lineId}': onLine((_lines, found, { quantity }) => {
        if (change) change(found, Number(quantity));
        else found.quantity = Number(quantity);
      }),
      'DELETE /orders/{id}/lines/{lineId}': onLine((lines, found) => {
        const left = remove ? remove(lines, found) : lines.filter((one) => one !== found);
        lines.splice(0, lines.length, ...left);
      }),
    };
  };

const addsUp: Ways = {
  add: (lines, made) => {
    const same = lines.find(({ productId }) => productId === made.productId);
    if (same) same.quantity += made.quantity;
    else lines.push(made);
    return same ?? made;
  },
};

/** The same, with what is called quantity called otherwise. */
const renamed = <Value>(value: Value, from: string, to: string): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(from, to)) as Value;
const inUnits =
  (make: MakeServer): MakeServer =>
  (clock) =>
    Object.fromEntries(
      Object.entries(make(clock)).map(([route, answer]) => [
        route,
        (asked) => renamed(answer({ ...asked, body: renamed(asked.body, 'units', 'quantity') }), 'quantity', 'units'),
      ]),
    );

describe('what is made below a parent that alone shows it', () => {
  it('is looked for there once it was made, changed and deleted', async () => {
    const { bundle } = await plan(document);
    const found = bundle.plans.filter(({ steps }) =>
      steps.some(({ assert }) => assert.some((one) => 'list' in one && one.list === '/lines')),
    );
    expect(found.map(({ name }) => name).sort()).toEqual([
      'A created line is in its order',
      'A deleted line is gone',
      'A line changed by PATCH shows the change',
      'A line is listed below its order and below no other',
      'Deleting a line removes no other line',
    ]);
    expect(failures(await verify(document, server({})))).toEqual([]);
  });

  it.each<[string, Ways]>([
    ['adds up lines of one product', addsUp],
    ['shows the newest first', { view: (lines) => lines.toReversed() }],
    ['shows more of each', { view: (lines) => lines.map((one, at) => ({ ...one, position: at })) }],
    [
      'keeps what was deleted with a mark',
      {
        remove: (lines, found) => {
          found['removedAt'] = '2026-01-01T00:00:00Z';
          return lines;
        },
      },
    ],
  ])('may be of a server that %s', async (_name, ways) => {
    expect(failures(await verify(document, server(ways)))).toEqual([]);
  });

  it('may give way to the next one', async () => {
    const onlyOne = server({
      add: (lines, made) => {
        lines.splice(0, lines.length, made);
        return made;
      },
    });
    expect(decisive(await verify(document, onlyOne))).toEqual([]);
  });

  it('may be added to by the next one', async () => {
    const counted = renamed(document, 'quantity', 'units');
    expect(decisive(await verify(counted, inUnits(server(addsUp))))).toEqual([]);
  });

  it('may be shown late', async () => {
    // Each order by itself: one that shows the lines of another is not late, but wrong.
    const views = new Map<Line[], { reads: number; shown: Line[] }>();
    const late = server({
      view: (lines) => {
        const { reads, shown } = views.get(lines) ?? { reads: 0, shown: [] };
        const next = { reads: reads + 1, shown: (reads + 1) % 4 === 0 ? structuredClone(lines) : shown };
        views.set(lines, next);
        return next.shown;
      },
    });
    expect(decisive(await verify(document, late))).toEqual([]);
  });

  it.each<[string, Ways, string]>([
    ['is not stored', { add: (_lines, made) => made }, 'A created line is in its order'],
    ['is not changed', { change: () => undefined }, 'A line changed by PATCH shows the change'],
    ['is not deleted', { remove: (lines) => lines }, 'A deleted line is gone'],
    ['is deleted with all others', { remove: () => [] }, 'Deleting a line removes no other line'],
    [
      'is shown by every order',
      { view: (_lines, all) => [...all.values()].flat() },
      'A line is listed below its order and below no other',
    ],
  ])('is found where it %s', async (_name, ways, journey) => {
    const found = decisive(await verify(document, server(ways)));
    expect(found.filter((one) => one.endsWith(`: ${journey}`))).toHaveLength(1);
  });

  it.each([
    ['need not show them', documentOf(order(list, ['id']))],
    ['may show null', documentOf(order({ ...list, type: ['array', 'null'] }))],
    ['shows other things by that name', documentOf(order({ type: 'array', items: product }))],
    ['can be asked for less', documentOf(order(list), [{ name: 'fields', in: 'query', schema: text }])],
    ['gets them later', documentOf(order(list), [], '202')],
  ])('is not claimed of a parent that %s', async (_name, other) => {
    const { bundle } = await plan(other);
    const asserted = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ assert }) => assert));
    expect(asserted.filter((one) => 'list' in one && one.list === '/lines')).toEqual([]);
  });
});
