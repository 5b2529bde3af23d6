import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { integer, text, thingSpec } from '#test/small-spec.ts';
import { boolean, ok, store } from '#test/small-store.ts';

describe('what a server settles among the things beside one another, or what is left of their time', () => {
  const scopes = { type: 'array', items: { type: 'string', enum: ['read', 'write', 'admin'] } };
  const document = thingSpec({
    title: text,
    isDefault: boolean,
    position: integer,
    sort_order: { type: 'number' },
    scopes,
    couponCode: text,
    ttl: integer,
  });

  /** The first is the default one whatever is sent, what is past the end of the line becomes the last, and who may write may read. */
  const server =
    (lose: (one: Fields) => Fields = (one) => one): MakeServer =>
    () => {
      const { items, on, routes } = store('/things', {});
      const settle = (one: Fields): Fields => {
        const given = one['scopes'] as string[];
        const all = [...items.values()];
        const isDefault = one['isDefault'] === true || all.every((other) => other === one || !other['isDefault']);
        for (const other of all) if (isDefault && other !== one) other['isDefault'] = false;
        const position = Math.min(Number(one['position']), all.length);
        return lose(
          Object.assign(one, {
            isDefault,
            position,
            sort_order: all.length,
            scopes: [...new Set([...given, 'read'])],
            ttl: Number(one['ttl']) - 1,
          }),
        );
      };
      const create = routes['POST /things'];
      routes['POST /things'] = (asked) => {
        create?.(asked);
        return { status: 201, body: settle([...items.values()].at(-1) ?? {}) };
      };
      routes['PUT /things/{id}'] = on((one, body) => ok(settle(Object.assign(one, body))));
      routes['PATCH /things/{id}'] = on((one, body) => {
        settle(Object.assign(one, body));
        return { status: 204 };
      });
      return routes;
    };

  it('is no value altered', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('but a right that was sent and is not given is missed', async () => {
    const found = await verify(
      document,
      server((one) => Object.assign(one, { scopes: ['read'] })),
    );
    expect(decisive(found)).not.toEqual([]);
  });
});
