import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, notFound, ok, store } from '#test/small-store.ts';

const thing = object({ id: integer, name: text }, ['id', 'name']);
const entry = object({ id: integer, product: thing, quantity: integer }, ['id', 'product', 'quantity']);
const things = (path: string) => ({
  [path]: { post: { ...takes(object({ name: text }, ['name'])), responses: shows(thing, '201') } },
  [`${path}/{id}`]: item(thing),
});
const documentOf = (driver: Fields, required = ['id', 'driver', 'lines']) => {
  const order = object({ id: integer, driver, lines: { type: 'array', items: entry } }, required);
  const sent = object({ productId: integer, quantity: integer }, ['productId', 'quantity']);
  return spec({
    ...things('/drivers'),
    ...things('/products'),
    '/orders': {
      post: {
        ...takes(object({ driverId: integer, lines: { type: 'array', items: sent } }, ['driverId', 'lines'])),
        responses: shows(order, '201'),
      },
      get: { responses: shows({ type: 'array', items: order }) },
    },
    '/orders/{id}': item(order),
  });
};
const document = documentOf(thing);

type Show = (order: Fields) => Fields;
const server =
  (show: Show = (order) => order): MakeServer =>
  () => {
    const { routes, items } = store('/orders', {});
    const full = ({ id, driverId, lines }: Fields): Fields =>
      show({
        id,
        driver: { id: driverId, name: 'Ada' },
        lines: (lines as Fields[]).map(({ productId, quantity }, at) => ({
          id: at,
          product: { id: productId, name: 'Pen' },
          quantity,
        })),
      });
    return {
      ...store('/drivers', {}, (serial) => 100 + serial).routes,
      ...store('/products', {}, (serial) => 200 + serial).routes,
      ...routes,
      'POST /orders': (asked) => ({ status: 201, body: full(routes['POST /orders']?.(asked).body as Fields) }),
      'GET /orders': () => ok([...items.values()].map(full)),
      'GET /orders/{id}': ({ params: [id = ''] }) => (items.has(id) ? ok(full(items.get(id) ?? {})) : notFound),
    };
  };

describe('what is named by its id and shown as a whole', () => {
  it('is the one that was sent, beside a line and inside one', async () => {
    const { bundle } = await plan(document);
    const read = bundle.plans.find(({ kind, subject }) => kind === 'create-read' && subject === 'GET /orders/{id}');
    const pointers = read?.steps.at(-1)?.assert.flatMap((one) => ('pointer' in one ? [one.pointer] : []));
    expect(pointers).toEqual(expect.arrayContaining(['/driver/id', '/lines/0/product/id', '/lines/0/quantity']));
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it.each<[string, Show]>([
    ['another driver', (order) => ({ ...order, driver: { id: 1, name: 'Bob' } })],
    ['no lines', (order) => ({ ...order, lines: [] })],
    [
      'another quantity',
      (order) => ({ ...order, lines: (order['lines'] as Fields[]).map((line) => ({ ...line, quantity: 7 })) }),
    ],
    [
      'another product',
      (order) => ({
        ...order,
        lines: (order['lines'] as Fields[]).map((line) => ({ ...line, product: { id: 2, name: '' } })),
      }),
    ],
  ])('is found where %s is shown', async (_name, show) => {
    const found = decisive(await verify(document, server(show)));
    expect(found).toContainEqual(expect.stringContaining('FAIL_DECISIVE_PERSISTENCE'));
    expect(found.filter((line) => !line.startsWith('FAIL_DECISIVE_PERSISTENCE'))).toEqual([]);
  });

  it.each([
    ['need not be shown', documentOf(thing, ['id', 'lines'])],
    ['may be null', documentOf({ ...thing, type: ['object', 'null'] })],
    ['has ids of another form', documentOf(object({ id: text, name: text }, ['id', 'name']))],
  ])('is not claimed where it %s', async (_name, other) => {
    const { bundle } = await plan(other);
    const asserted = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ assert }) => assert));
    expect(asserted.filter((one) => 'pointer' in one && one.pointer === '/driver/id')).toEqual([]);
    expect(bundle.plans.map(({ name }) => name)).toContain('A created order can be read back');
  });

  it.each<[string, (own: Fields, sent: Fields[]) => Fields[]]>([
    ['before', (own, sent) => [own, ...sent]],
    ['after', (own, sent) => [...sent, own]],
  ])('may stand %s one of the server in a list', async (_where, join) => {
    const fee = { id: 99, product: { id: 1000, name: 'Set-up' }, quantity: 1 };
    const beside: Show = (order) => ({ ...order, lines: join(fee, order['lines'] as Fields[]) });
    expect(failures(await verify(document, server(beside)))).toEqual([]);
  });

  it.each(['template', 'paymentMethod'])('may be a copy of the %s with an id of its own', async (name) => {
    const renamed = <Value>(value: Value, from: string, to: string): Value =>
      JSON.parse(JSON.stringify(value).replaceAll(from, to)) as Value;
    const copying: MakeServer = (clock) =>
      Object.fromEntries(
        Object.entries(server((order) => ({ ...order, driver: { id: 7, name: 'Ada' } }))(clock)).map(([route, act]) => [
          route.replace('drivers', `${name}s`),
          (asked) => renamed(act({ ...asked, body: renamed(asked.body, name, 'driver') }), 'driver', name),
        ]),
      );
    expect(decisive(await verify(renamed(document, 'driver', name), copying))).toEqual([]);
  });
});
