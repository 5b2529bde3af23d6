import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const product = object({ id: integer, name: text }, ['id', 'name']);

/** Carts of entries that are sent and shown with these members; every write to an entry answers its cart. */
const documentOf = (sent: Record<string, Fields>, entry = 'Entry') =>
  spec(
    {
      '/products': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(product, '201') } },
      '/products/{id}': item(product),
      '/carts': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(ref('Cart'), '201') } },
      '/carts/{id}': item(ref('Cart')),
      '/carts/{cartId}/entries': {
        parameters: [param('cartId', integer)],
        post: { ...takes(object(sent, Object.keys(sent))), responses: { ...shows(ref('Cart'), '201'), ...missing } },
      },
      '/carts/{cartId}/entries/{entryId}': {
        parameters: [param('cartId', integer), param('entryId', integer)],
        patch: { ...takes(object(sent)), responses: { ...shows(ref('Cart')), ...missing } },
        delete: { responses: { ...shows(ref('Cart')), ...missing } },
      },
    },
    {
      schemas: {
        Entry: object({ id: integer, ...sent }, ['id', ...Object.keys(sent)]),
        Cart: object({ id: integer, name: text, entries: { type: 'array', items: ref(entry) } }, [
          'id',
          'name',
          'entries',
        ]),
      },
    },
  );
const named = documentOf({ name: text, done: { type: 'boolean' } });
const counted = documentOf({ productId: integer, quantity: integer });

type Entries = (Fields & { id: number })[];
type Ways = {
  add?: (entries: Entries, made: Entries[number]) => void;
  change?: (entry: Fields, body: Fields) => void;
  remove?: (entries: Entries, at: number, cart: Fields) => void;
};

const server =
  ({ add, change, remove }: Ways = {}): MakeServer =>
  () => {
    const { routes, items } = store('/carts', { entries: [] });
    const entriesOf = (id = '') => items.get(id)?.['entries'] as Entries | undefined;
    let serial = 500;
    const on = (act: (entries: Entries, at: number, body: Fields, cart: Fields) => void) => {
      return ({ params: [id = '', entryId], body }: { params: string[]; body: Fields }): Told => {
        const entries = entriesOf(id);
        const at = entries?.findIndex((one) => String(one.id) === entryId) ?? -1;
        if (!entries || at < 0) return notFound;
        const cart = items.get(id) as Fields;
        act(entries, at, body, cart);
        if (cart['isGone']) items.delete(id);
        return ok(cart);
      };
    };
    return {
      ...routes,
      ...store('/products', {}).routes,
      'POST /carts': (asked) => {
        const told = routes['POST /carts']?.(asked) as Told;
        const made = { ...(told.body as Fields), entries: [] };
        items.set(String((made as Fields)['id']), made);
        return { status: 201, body: made };
      },
      'POST /carts/{cartId}/entries': ({ params: [id = ''], body }) => {
        const entries = entriesOf(id);
        if (!entries) return notFound;
        serial += 1;
        (add ?? ((all, made) => void all.push(made)))(entries, { ...body, id: serial });
        return { status: 201, body: items.get(id) };
      },
      'PATCH /carts/{cartId}/entries/{entryId}': on((entries, at, body) =>
        (change ?? Object.assign)(entries[at] as Fields, body),
      ),
      'DELETE /carts/{cartId}/entries/{entryId}': on((entries, at, _body, cart) =>
        remove ? remove(entries, at, cart) : entries.splice(at, 1),
      ),
    };
  };

describe('writes below a thing that answer the whole of it', () => {
  it.each([
    ['by a text of its own', named],
    ['by the thing that it is about', counted],
  ])('make what is found in it %s', async (_name, document) => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'A created entry is in its cart',
        'An entry is listed below its cart and below no other',
        'An entry changed by PATCH shows the change',
        'A deleted entry is gone',
        'Deleting an entry removes no other entry',
      ]),
    );
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('may add up what is about one thing', async () => {
    const adding = server({
      add: (entries, made) => {
        const same = entries.find(({ ['productId']: id }) => id === made['productId']);
        if (same) same['quantity'] = Number(same['quantity']) + Number(made['quantity']);
        else entries.unshift(made);
      },
    });
    expect(failures(await verify(counted, adding))).toEqual([]);
  });

  it('may take the thing along with the last of them', async () => {
    const emptying = server({
      remove: (entries, at, cart) => {
        entries.splice(at, 1);
        if (entries.length === 0) cart['isGone'] = true;
      },
    });
    expect(failures(await verify(named, emptying))).toEqual([]);
  });

  it.each<[string, Ways, string]>([
    ['is not stored', { add: () => undefined }, 'A created entry is in its cart'],
    ['is not changed', { change: () => undefined }, 'An entry changed by PATCH shows the change'],
    ['is not deleted', { remove: () => undefined }, 'A deleted entry is gone'],
    [
      'takes all others with it',
      { remove: (entries) => entries.splice(0) },
      'Deleting an entry removes no other entry',
    ],
  ])('are at fault where one %s', async (_name, ways, journey) => {
    const found = decisive(await verify(counted, server(ways)));
    expect(found.filter((one) => one.endsWith(`: ${journey}`))).toHaveLength(1);
  });

  it('answer what they make where that may hold things of its own kind', async () => {
    const { bundle } = await plan(documentOf({ name: text }, 'Cart'));
    expect(bundle.plans.map(({ name }) => name)).toContain('Creating an entry answers what was sent');
  });
});
