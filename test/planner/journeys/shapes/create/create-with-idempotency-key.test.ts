import { describe, expect, it } from 'vitest';

import { failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const kind = { type: 'string', enum: ['gift', 'sale'] };
const documentOf = (required: boolean, name = 'Idempotency-Key') => {
  const own = { title: text, kind };
  const order = object({ id: integer, ...own }, ['id', 'title', 'kind']);
  const key = { name, in: 'header', required, schema: text };
  return spec({
    '/orders': {
      post: { parameters: [key], ...takes(object(own, ['title', 'kind'])), responses: shows(order, '201') },
      get: {
        parameters: [{ name: 'kind', in: 'query', schema: kind }],
        responses: shows({ type: 'array', items: order }),
      },
    },
    '/orders/{id}': { ...item(order), patch: { ...takes(object(own)), responses: shows(order) } },
  });
};
const header = 'idempotency-key';

/** `again` = what is answered to a key that was there before, of what was made then; undefined where another one is made. */
const server =
  (again: (first: Told) => Told | undefined, name = header): MakeServer =>
  () => {
    const { items, on, routes } = store('/orders', {});
    const create = routes['POST /orders'];
    const answers = new Map<string, Told>();
    routes['POST /orders'] = (asked) => {
      const key = asked.headers[name];
      const known = key === undefined ? undefined : answers.get(key);
      const told = (known && again(known)) ?? (create?.(asked) as Told);
      if (key !== undefined) answers.set(key, told);
      return told;
    };
    routes['GET /orders'] = ({ query }) =>
      ok([...items.values()].filter((one) => !query.has('kind') || one['kind'] === query.get('kind')));
    routes['PATCH /orders/{id}'] = on((one, body) => ok(Object.assign(one, body)));
    return routes;
  };
const sound = (first: Told) => first;

describe('a key by which a request is known again', () => {
  it.each(['Idempotency-Key', 'X-Idempotency-Key'])('is another one for each thing that is made: %s', async (name) => {
    const make = server(sound, name.toLowerCase());
    expect(failures(await verify(documentOf(true, name), make))).toEqual([]);
  });
});

describe('a create that is sent twice with one key', () => {
  const name = 'An order created twice with one Idempotency-Key exists once';
  const told = async (required: boolean, make: MakeServer) => {
    const { journeys } = await verify(documentOf(required), make);
    const stopped = journeys.filter(({ status }) => status !== 'pass');
    return stopped.map((one) => [one.name, one.status, one.reasonCode, one.details]);
  };

  it.each<[string, (first: Told) => Told]>([
    ['answers as before', sound],
    ['answers 200 with what is there', (first) => ({ ...first, status: 200 })],
    ['says that it knows it already', () => ({ status: 409, body: { error: 'known already' } })],
    ['says so by another refusal', () => ({ status: 422, body: { error: 'known already' } })],
  ])('accuses no server that %s', async (_name, again) => {
    expect(await told(true, server(again))).toEqual([]);
    expect(await told(false, server(again))).toEqual([]);
  });

  it.each([true, false])('is told where a server makes two things of it (required: %s)', async (required) => {
    expect(
      await told(
        required,
        server(() => undefined),
      ),
    ).toEqual([
      [name, 'fail', 'VALUE_ALTERED', 'POST /orders echoes another value at /id than the API gave out before'],
    ]);
  });

  it('is not sent so where no key is documented', async () => {
    const { bundle, dropped } = await plan(documentOf(false, 'X-Request-Id'));
    expect([...bundle.plans, ...dropped].filter((one) => one.name.includes('created twice'))).toEqual([]);
  });
});
