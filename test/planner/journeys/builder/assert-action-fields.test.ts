import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const status = { type: 'string', enum: ['open', 'cancelled'] };
const none = { type: ['string', 'null'] };
const documentOf = (said: Record<string, object>, sent: object = { reason: text }) => {
  const order = object({ id: integer, title: text, status, ...said } as Record<string, Record<string, unknown>>, [
    'id',
    'title',
    'status',
  ]);
  return spec({
    '/orders': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(order, '201') } },
    '/orders/{id}': item(order),
    '/orders/{id}/cancel': {
      parameters: [param('id', integer)],
      post: { ...takes(object(sent as never)), responses: shows(order) },
    },
  });
};
/** `said` = what an order has of what its cancellation was sent. */
const server =
  (said: (body: Fields) => Fields): MakeServer =>
  () => {
    const { on, routes } = store('/orders', { status: 'open', cancellationReason: null });
    routes['POST /orders/{id}/cancel'] = on((one, body) => ok(Object.assign(one, { status: 'cancelled' }, said(body))));
    return routes;
  };
const kept = ({ reason }: Fields): Fields => ({ cancellationReason: reason });
const lost = (): Fields => ({});

describe('what an action was sent, and its item shows under a name of its own', () => {
  const document = documentOf({ cancellationReason: none });

  it('accuses no server that keeps it', async () => {
    expect(failures(await verify(document, server(kept)))).toEqual([]);
  });

  it.each<[string, (body: Fields) => Fields]>([
    ['keeps nothing of it', lost],
    ['keeps another text', () => ({ cancellationReason: 'cancelled' })],
  ])('is missed where a server %s', async (_name, said) => {
    const found = decisive(await verify(document, server(said)));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((one) => one.startsWith('FAIL_DECISIVE_PERSISTENCE'))).toBe(true);
  });

  it.each(['cancelReason', 'cancel_reason', 'cancelledReason', 'cancellation_reason'])(
    'is known as %s',
    async (name) => {
      const { bundle } = await plan(documentOf({ [name]: none }));
      const claims = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ assert }) => assert));
      expect(claims).toContainEqual(expect.objectContaining({ op: 'equals', pointer: `/${name}` }));
    },
  );

  it.each<[string, Record<string, object>, object?]>([
    ['is called like the text alone', { reason: none }],
    ['is called after something else', { rejectionReason: none }],
    ['is one of two', { cancellationReason: none, refundReason: none }],
    ['is one of a choice', { cancellationReason: { type: 'string', enum: ['other', 'late'] } }],
    ['is no text', { cancellationNumber: integer }, { number: integer }],
  ])('is not claimed of a member that %s', async (_name, said, sent) => {
    expect(decisive(await verify(documentOf(said, sent), server(lost)))).toEqual([]);
  });
});
