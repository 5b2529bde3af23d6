import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const refused = (error: string): Told => ({ status: 422, body: { error } });

describe('orders of variants, and refunds of their line items', () => {
  const variant = object({ id: integer, title: text }, ['id', 'title']);
  const line = { variant_id: integer, quantity: { type: 'integer', minimum: 1, maximum: 9 } };
  const order = object(
    { id: integer, line_items: { type: 'array', items: object({ id: integer, ...line }, ['id', 'variant_id']) } },
    ['id', 'line_items'],
  );
  const newOrder = object(
    { line_items: { type: 'array', minItems: 1, items: object(line, ['variant_id', 'quantity']) } },
    ['line_items'],
  );
  const refund = object({ id: integer, note: text }, ['id', 'note']);
  const newRefund = object(
    {
      note: text,
      refund_line_items: { type: 'array', minItems: 1, items: object({ line_item_id: integer }, ['line_item_id']) },
    },
    ['note', 'refund_line_items'],
  );
  // Ids of an example are those of another store.
  const given = (body: { requestBody: { content: { 'application/json': object } } }, example: object) => {
    const { schema } = body.requestBody.content['application/json'] as { schema: object };
    return { requestBody: { required: true, content: { 'application/json': { schema, example } } } };
  };
  const document = spec({
    '/variants': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(variant, '201') } },
    '/variants/{id}': item(variant),
    '/orders': {
      post: {
        ...given(takes(newOrder), { line_items: [{ variant_id: 632017, quantity: 2 }] }),
        responses: { ...shows(order, '201'), '422': { description: 'invalid' } },
      },
    },
    '/orders/{id}': item(order),
    '/orders/{id}/refunds': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows({ type: 'array', items: refund }), ...missing } },
      post: {
        ...given(takes(newRefund), { note: 'wrong size', refund_line_items: [{ line_item_id: 632020 }] }),
        responses: { ...shows(refund, '201'), ...missing, '422': { description: 'invalid' } },
      },
    },
  });

  const server =
    (keep: (refunds: Fields[], made: Fields) => void): MakeServer =>
    () => {
      const [variants, orders] = [store('/variants', {}), store('/orders', {})];
      const { 'POST /orders': makeOrder } = orders.routes;
      const refunds = new Map<unknown, Fields[]>();
      let serial = 100;
      return {
        ...variants.routes,
        ...orders.routes,
        'POST /orders': (asked) => {
          const lines = asked.body['line_items'] as Fields[];
          if (lines.some((one) => !variants.items.has(String(one['variant_id'])))) return refused('no such variant');
          const shown = lines.map((one) => ({ ...one, id: (serial += 1) }));
          return makeOrder?.({ ...asked, body: { line_items: shown } }) ?? refused('');
        },
        'GET /orders/{id}/refunds': orders.on(({ id }) => ok(refunds.get(id) ?? [])),
        'POST /orders/{id}/refunds': orders.on((one, body) => {
          const own = (one['line_items'] as Fields[]).map(({ id }) => id);
          const asked = body['refund_line_items'] as Fields[];
          if (asked.some((line_) => !own.includes(line_['line_item_id']))) return refused('not of this order');
          const made = { id: (serial += 1), note: body['note'] };
          const here = refunds.get(one['id']) ?? [];
          refunds.set(one['id'], here);
          keep(here, made);
          return { status: 201, body: made };
        }),
      };
    };

  it('pass on a sound server: neither goes by the ids of an example', async () => {
    expect(
      failures(
        await verify(
          document,
          server((here, made) => here.push(made)),
        ),
      ),
    ).toEqual([]);
  });

  it('a refund that is lost is told', async () => {
    const result = await verify(
      document,
      server(() => undefined),
    );
    expect(decisive(result).join()).toContain('NOT_IN_LIST');
  });
});
