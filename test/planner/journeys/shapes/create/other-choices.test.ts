import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, store } from '#test/small-store.ts';

const orders = (optional: Record<string, Record<string, unknown>>) => {
  const shown = object({ id: integer, note: text, ...optional }, ['id', 'note']);
  return spec({
    '/orders': { post: { ...takes(object({ note: text, ...optional }, ['note'])), responses: shows(shown, '201') } },
    '/orders/{id}': item(shown),
  });
};
const NAME = 'An order created with other enum values and flags keeps them';
const named = async (document: object) => {
  const { bundle, dropped } = await plan(document);
  return {
    kept: bundle.plans.some(({ name }) => name === NAME),
    reason: dropped.find(({ name }) => name === NAME)?.reason,
  };
};

/** What it takes for itself is what journeys send first. */
const usual = { express: true, gift: 'none' };
const document = orders({ express: { ...boolean, default: true }, gift: { ...text, enum: ['none', 'paper', 'box'] } });
const server =
  (lost: string[] = []): MakeServer =>
  () => {
    const { routes } = store('/orders', usual);
    const create = routes['POST /orders'];
    const kept = (body: Fields) => Object.fromEntries(Object.entries(body).filter(([name]) => !lost.includes(name)));
    return { ...routes, 'POST /orders': (asked) => create?.({ ...asked, body: kept(asked.body) }) ?? { status: 500 } };
  };

describe('a choice that is sent with what the server takes without it', () => {
  it('is sent with another value, too', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
    for (const lost of ['express', 'gift'])
      expect(decisive(await verify(document, server([lost]), 'create-read'))).toEqual([
        `FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: ${NAME}`,
      ]);
  });

  it.each<[string, Record<string, Record<string, unknown>>, boolean, string | undefined]>([
    ['a choice', { gift: { ...text, enum: ['none', 'box'] } }, true, undefined],
    ['a choice of one', { gift: { ...text, enum: ['none'] } }, false, undefined],
    ['a code of which one is known', { currency: { ...text, default: 'EUR' } }, false, 'NO_SECOND_VALUE'],
    ['its state', { status: { ...text, enum: ['open', 'closed'] } }, false, undefined],
    ['what may hide the order', { archived: boolean }, false, undefined],
    ['a text of its own', { title: text }, false, undefined],
  ])('where the order takes %s', async (_, optional, kept, reason) => {
    expect(await named(orders(optional))).toEqual({ kept, reason });
  });
});
