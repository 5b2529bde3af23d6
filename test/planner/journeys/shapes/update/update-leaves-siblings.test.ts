import { describe, expect, it } from 'vitest';

import { decisive, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, notFound, number, ok, store } from '#test/small-store.ts';

describe('what is done to one item', () => {
  const own = { title: text, city: text, price: number, position: integer, primary: boolean };
  const card = object({ id: integer, ...own }, ['id', 'title']);
  const document = spec({
    '/cards': {
      post: { ...takes(object(own, ['title'])), responses: shows(card, '201') },
      get: { responses: shows({ type: 'array', items: card }) },
    },
    '/cards/{id}': { ...item(card), patch: { ...takes(object(own)), responses: shows(card) } },
  });
  type Store = ReturnType<typeof store>;
  const server =
    (
      change: (all: Store['items'], one: Fields, body: Fields) => void,
      remove?: (all: Store['items'], id: string) => void,
    ): MakeServer =>
    () => {
      const { items, on, routes } = store('/cards', {});
      routes['PATCH /cards/{id}'] = on((one, body) => {
        change(items, one, body);
        return ok(one);
      });
      if (remove)
        routes['DELETE /cards/{id}'] = ({ params: [id = ''] }) => {
          const isThere = items.has(id);
          if (isThere) remove(items, id);
          return isThere ? { status: 204 } : { status: 404, body: {} };
        };
      return routes;
    };
  const sound = (_all: unknown, one: Fields, body: Fields) => void Object.assign(one, body);
  const lost = 'FAIL_DECISIVE_PERSISTENCE ITEM_LOST';
  const altered = 'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED';

  it('accuses no sound server, whatever it moves or chooses by itself among the others', async () => {
    const moving = server(
      (all, one, body) => {
        Object.assign(one, body);
        for (const other of all.values()) {
          if (other !== one && body['primary'] === true) other['primary'] = false;
          if (other !== one && 'position' in body) other['position'] = Number(other['position'] ?? 0) + 1;
        }
      },
      (all, id) => {
        all.delete(id);
        for (const other of all.values()) other['position'] = 1;
      },
    );
    expect(decisive(await verify(document, moving))).toEqual([]);
  });

  it.each<[string, Parameters<typeof server>[0]]>([
    ['all', (all, _one, body) => void [...all.values()].forEach((other) => Object.assign(other, body))],
    [
      'all, in one field',
      (all, one, body) => {
        Object.assign(one, body);
        for (const other of all.values()) if ('title' in body) other['title'] = body['title'];
      },
    ],
  ])('is told where an update changes %s', async (_name, change) => {
    const { journeys } = await verify(document, server(change), 'update-read');
    const found = journeys.find(({ name }) => name === 'PATCH of a card changes no other card');
    expect(`${found?.verdict} ${found?.reasonCode}`).toBe(altered);
    expect(found?.details).toMatch(
      /^GET \/cards\/\{id\} shows another value at \/\w+ than POST \/cards sent, after PATCH/,
    );
  });

  it.each<[string, NonNullable<Parameters<typeof server>[1]>]>([
    ['all', (all) => all.clear()],
    [
      'the one after it, too',
      (all, id) => {
        for (const other of all.keys()) if (other[0] === id[0] || Number(other) === Number(id) + 1) all.delete(other);
      },
    ],
  ])('is told where a deletion takes %s', async (_name, remove) => {
    const { bundle } = await plan(document);
    const journey = bundle.plans.find(({ name }) => name === 'Deleting a card removes no other card');
    expect(journey?.steps.map(({ id }) => id)).toEqual([
      'create-card',
      'create-card-2',
      'read-card',
      'read-card-2',
      'delete-card',
      'read-deleted-card',
      'read-card-3',
    ]);
    const found = decisive(await verify(document, server(sound, remove), 'delete-gone'));
    expect(found).toEqual([`${lost}: Deleting a card removes no other card`]);
  });
});

describe('what a server does to the others by its own rules', () => {
  const date = { type: 'string', format: 'date' };
  const thing = (own: Record<string, object>, required = Object.keys(own)) =>
    [own, required] as [Record<string, Record<string, unknown>>, string[]];
  const small = (base: string, [own, required]: ReturnType<typeof thing>, id = 'id', of: object = integer) => {
    const shown = object({ [id]: of as Record<string, unknown>, ...own }, [id, ...required]);
    const change = { ...takes(object(own, required)), responses: shows(shown) };
    const one = item(shown, of);
    return spec({
      [base]: {
        post: { ...takes(object(own, required)), responses: shows(shown, '201') },
        get: { responses: shows({ type: 'array', items: shown }) },
      },
      [`${base}/{${id}}`]: { ...one, parameters: [param(id, of as Record<string, unknown>)], put: change },
    });
  };
  type Store = ReturnType<typeof store>;
  type Made = (all: Store['items'], made: Fields, before: Fields[]) => Told | undefined;
  /** A sound store that does something to the others as one more is made, changed or deleted. */
  const ruled =
    (base: string, { made, changed, deleted }: { made?: Made; changed?: Made; deleted?: Made }): MakeServer =>
    () => {
      const { items, on, routes } = store(base, {});
      const others = (one: Fields) => [...items.values()].filter((other) => other !== one);
      const create = routes[`POST ${base}`];
      routes[`POST ${base}`] = (asked) => {
        const told = create?.(asked) ?? notFound;
        const one = told.body as Fields;
        return made?.(items, one, others(one)) ?? told;
      };
      routes[`PUT ${base}/{id}`] = on((one, body) => {
        Object.assign(one, body);
        return changed?.(items, one, others(one)) ?? ok(one);
      });
      routes[`DELETE ${base}/{id}`] = on((one) => {
        const refused = deleted?.(items, one, others(one));
        if (!refused) items.delete(String(one['id']));
        return refused ?? { status: 204 };
      });
      return routes;
    };
  const about = async (document: object, server: MakeServer) => {
    const { journeys } = await verify(document, server);
    return journeys.filter(({ name }) => / (changes|removes) no other /.test(name));
  };
  const told = ({ verdict, reasonCode }: { verdict?: string | null; reasonCode?: string | null }) =>
    `${verdict ?? 'pass'} ${reasonCode ?? ''}`.trim();
  const undecided = 'INCONCLUSIVE_SETUP_REQUIRED STATE_CONFLICT';

  const carts = small('/carts', thing({ note: text }));
  it.each<[string, object, Made]>([
    [
      'takes the place of the older',
      carts,
      (all, _one, before) => void before.forEach(({ id }) => all.delete(String(id))),
    ],
    [
      'is the older one, with what was sent last',
      carts,
      (all, one, [first]) => {
        if (first) all.delete(String(one['id']));
        return first && { status: 201, body: Object.assign(first, { note: one['note'] }) };
      },
    ],
    [
      'is the older one, and nothing that was sent tells it',
      small('/carts', thing({ amount: number })),
      (all, one, [first]) => {
        if (first) all.delete(String(one['id']));
        return first && { status: 201, body: Object.assign(first, { amount: one['amount'] }) };
      },
    ],
  ])('leaves undecided where the newer %s', async (_name, document, made) => {
    const found = await about(document, ruled('/carts', { made }));
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(told)).toEqual(found.map(() => undecided));
  });

  const prices = small('/prices', thing({ title: text, validFrom: date, validTo: date }));
  const steps = small('/steps', thing({ title: text, stepNumber: integer }));
  const shares = small('/shares', thing({ title: text, percentage: { type: 'integer', minimum: 0, maximum: 100 } }));
  const share: Made = (_all, one, before) =>
    void before.forEach((other) => {
      other['percentage'] = Math.floor((100 - Number(one['percentage'])) / before.length);
    });
  const renumber: Made = (_all, one, before) =>
    void before.forEach((other) => {
      const [own, its] = [Number(one['stepNumber']), Number(other['stepNumber'])];
      if (its >= own) other['stepNumber'] = its - 1;
    });
  const close: Made = (_all, one, before) => void before.forEach((other) => (other['validTo'] = one['validFrom']));
  it.each<[string, object, string, Parameters<typeof ruled>[1]]>([
    ['closes the price before it', prices, '/prices', { made: close, changed: close }],
    ['counts the steps anew', steps, '/steps', { deleted: renumber }],
    ['shares out what is left', shares, '/shares', { made: share, changed: share, deleted: share }],
  ])('accuses none that %s', async (_name, document, base, rules) => {
    const found = await about(document, ruled(base, rules));
    expect(found.map(told)).toEqual(['pass', 'pass']);
  });

  it.each(['index', 'position', 'line', 'rowNumber', 'step'])(
    'makes no such journey for things known by %s',
    async (id) => {
      const { bundle } = await plan(small('/rows', thing({ title: text }), id));
      expect(bundle.plans.length).toBeGreaterThan(0);
      expect(bundle.plans.filter(({ name }) => / (changes|removes) no other /.test(name))).toEqual([]);
    },
  );

  it.each([400, 422])('accuses none that lets only the newest be deleted, and says %i', async (status) => {
    const deleted: Made = (all, one) =>
      [...all.values()].at(-1) === one ? undefined : { status, body: { error: 'only the newest' } };
    const invoices = small('/invoices', thing({ title: text }));
    const found = await about(invoices, ruled('/invoices', { deleted }));
    expect(found.map(told).toSorted()).toEqual([undecided, 'pass']);
  });

  it('is still told from a change of all', async () => {
    const changed: Made = (_all, one, before) => void before.forEach((other) => (other['title'] = one['title']));
    const found = await about(shares, ruled('/shares', { changed }));
    expect(found.map(told)).toContain('FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED');
  });
});

describe('what a list below a thing of the run alone shows', () => {
  const line = object({ id: integer, title: text }, ['id', 'title']);
  const sent = takes(object({ title: text }, ['title']));
  const document = spec({
    '/carts': { post: { ...sent, responses: shows(line, '201') } },
    '/carts/{cartId}/lines': {
      parameters: [param('cartId', integer)],
      post: { ...sent, responses: shows(line, '201') },
      get: { responses: shows({ type: 'array', items: line }) },
    },
    '/carts/{cartId}/lines/{lineId}': {
      parameters: [param('cartId', integer), param('lineId', integer)],
      put: { ...sent, responses: shows(line) },
      delete: { responses: { '204': { description: 'gone' } } },
    },
  });
  const carts =
    (fault?: 'changed' | 'gone'): MakeServer =>
    () => {
      const lines: Fields[] = [];
      let serial = 0;
      const of = (cart: unknown) => lines.filter((one) => one['cart'] === cart);
      const shown = ({ id, title }: Fields) => ({ id, title });
      return {
        ...store('/carts', {}).routes,
        'POST /carts/{c}/lines': ({ params: [cart], body }) => {
          serial += 1;
          lines.push({ id: serial, cart, title: body['title'] });
          return { status: 201, body: shown(lines.at(-1) ?? {}) };
        },
        'GET /carts/{c}/lines': ({ params: [cart] }) => ok(of(cart).map(shown)),
        'PUT /carts/{c}/lines/{l}': ({ params: [cart, id], body }) => {
          const own = of(cart).filter((one) => String(one['id']) === id);
          for (const one of fault === 'changed' ? of(cart) : own) one['title'] = body['title'];
          return own[0] ? ok(shown(own[0])) : notFound;
        },
        'DELETE /carts/{c}/lines/{l}': ({ params: [cart, id] }) => {
          const own = of(cart).filter((one) => fault === 'gone' || String(one['id']) === id);
          for (const one of own) lines.splice(lines.indexOf(one), 1);
          return own.length > 0 ? { status: 204 } : notFound;
        },
      };
    };

  it.each([
    [undefined, []],
    ['changed' as const, ['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: PUT of a line changes no other line']],
    ['gone' as const, ['FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST: Deleting a line removes no other line']],
  ])('stays there when another one is: %s', async (fault, expected) => {
    expect(decisive(await verify(document, carts(fault)))).toEqual(expected);
  });
});
