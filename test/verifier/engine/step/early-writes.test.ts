import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, type Told, verify } from '#test/small-server.ts';
import { noBody, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const customer = { $ref: '#/components/schemas/Customer' };
const fields = { name: text };
const document = spec(
  {
    '/customers': {
      post: { ...takes(object(fields, ['name'])), responses: shows(customer, '201') },
      get: { responses: shows({ type: 'array', items: customer }) },
    },
    '/customers/{id}': {
      ...item(customer, text),
      post: { ...takes(object(fields, ['name'])), responses: { ...shows(customer), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  },
  { schemas: { Customer: object({ id: text, ...fields }, ['id', 'name']) } },
);

/** Answers 404 to the first writes of each customer, as a server does that shows a new one only after a while. */
const refusing =
  (times: number): MakeServer =>
  () => {
    const { items, on, routes } = store('/customers', {}, (serial) => `c${serial}`);
    const refused = new Map<string, number>();
    const change = on((one, body) => ok(Object.assign(one, body)));
    const isEarly = (id: string): boolean => {
      const before = refused.get(id) ?? 0;
      refused.set(id, before + 1);
      return items.has(id) && before < times;
    };
    return {
      ...routes,
      'POST /customers/{id}': (asked): Told => (isEarly(asked.params[0] ?? '') ? notFound : change(asked)),
    };
  };

it('a write that comes before its item is in view tells nothing, one that is never taken is not served', async () => {
  expect(failures(await verify(document, refusing(0)))).toEqual([]);
  const late = await verify(document, refusing(1));
  expect(decisive(late)).toEqual([]);
  expect(failures(late)).toContain(
    'INCONCLUSIVE_SETUP_REQUIRED EVENTUALLY_CONSISTENT: A customer changed by POST shows the change',
  );
  expect(decisive(await verify(document, refusing(Infinity)))).toEqual([
    'FAIL_DECISIVE_ROUTE_MISSING METHOD_NOT_SERVED: A customer changed by POST shows the change',
  ]);
});
