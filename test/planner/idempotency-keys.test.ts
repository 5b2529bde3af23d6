import { describe, expect, it } from 'vitest';

import { failures, type MakeServer, type Told, verify } from './small-server.ts';
import { integer, object, shows, spec, takes, text } from './small-spec.ts';
import { item, ok, store } from './small-store.ts';

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
