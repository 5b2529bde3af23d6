import { describe, expect, it, test } from 'vitest';

import {
  decisive,
  failures,
  type Fields,
  type MakeServer,
  plan,
  type Routes,
  type Told,
  verify,
} from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, missing, notFound, ok } from '#test/small-store.ts';

const sent = { title: text, author: text, year: integer };
const book = object(sent, Object.keys(sent));
const done = { '200': { description: 'Done' } };
/** What FastAPI documents of a handler without a response model. */
const anything = shows({});

const documentOf = (answer: object, fields: object = book) =>
  spec({
    '/books': { get: { responses: answer }, post: { ...takes(fields as Fields), responses: answer } },
    '/books/{book_id}': {
      parameters: [param('book_id', integer)],
      get: { responses: { ...answer, ...missing } },
      put: { ...takes(fields as Fields), responses: answer },
      delete: { responses: answer },
    },
  });
const document = documentOf(anything);

/** How a service shows things, and what goes wrong in it. */
type Ways = {
  one?: (item: Fields) => unknown;
  many?: (items: Fields[]) => unknown;
  made?: (item: Fields) => Partial<Told> & { body?: unknown };
  stored?: (body: Fields) => Fields;
  changed?: (item: Fields, body: Fields) => Fields;
  deletes?: boolean;
  read?: (item: Fields | undefined) => Told;
};

const server =
  ({
    one = (item) => item,
    many = (items) => items,
    made,
    stored,
    changed,
    deletes = true,
    read,
  }: Ways = {}): MakeServer =>
  () => {
    const items = new Map<string, Fields>();
    let serial = 40;
    const of = (id = '') => items.get(id);
    const routes: Routes = {
      'GET /books': () => ok(many([...items.values()])),
      'POST /books': ({ body }) => {
        serial += 1;
        const item = { id: serial, ...(stored?.(body) ?? body) };
        items.set(String(serial), item);
        return { status: 200, body: one(item), ...made?.(item) };
      },
      'GET /books/{book_id}': ({ params: [id] }) => {
        const item = of(id);
        return read?.(item) ?? (item ? ok(one(item)) : notFound);
      },
      'PUT /books/{book_id}': ({ params: [id = ''], body }) => {
        const item = of(id);
        if (!item) return notFound;
        items.set(id, changed?.(item, body) ?? { ...item, ...body });
        return ok({ message: 'updated' });
      },
      'DELETE /books/{book_id}': ({ params: [id = ''] }) => {
        if (!items.has(id)) return notFound;
        if (deletes) items.delete(id);
        return ok({ message: 'deleted' });
      },
    };
    return routes;
  };

describe('answers of which the document says nothing', () => {
  it('are taken to show what is sent, and said to be not described', async () => {
    const { bundle, warnings } = await plan(document);
    expect(new Set(bundle.plans.map(({ kind }) => kind))).toEqual(
      new Set(['call-unknown', 'create-read', 'create-list', 'update-read', 'delete-gone', 'not-found']),
    );
    const reads = bundle.plans.flatMap(({ steps }) => steps).filter(({ method }) => method === 'GET');
    expect(reads.every(({ assumed }) => assumed?.id === 'id' && assumed.isNumber)).toBe(true);
    expect(reads.flatMap(({ expect: { responses } }) => responses['200']?.schema ?? [])).toEqual([]);
    expect(warnings.filter((one) => one.includes('not described'))).toHaveLength(1);
  });

  test.each([
    ['a status alone', documentOf(done)],
    ['an object of any kind', documentOf(shows({ type: 'object' }))],
    ['what a generator writes that saw no status', documentOf({ '200': { description: 'OK' } })],
    ['a map of anything', documentOf(shows({ type: 'object', additionalProperties: true }))],
  ])('%s says nothing', async (_, other) => {
    expect((await plan(other)).bundle.plans.length).toBeGreaterThan(5);
    expect(failures(await verify(other, server()))).toEqual([]);
  });

  it('what is described stays as it is', async () => {
    const told = documentOf(shows({ type: 'object', properties: { message: text } }));
    const { bundle, warnings } = await plan(told);
    expect(bundle.plans.flatMap(({ steps }) => steps.flatMap(({ assumed }) => assumed ?? []))).toEqual([]);
    expect(warnings.filter((one) => one.includes('not described'))).toEqual([]);
  });
});

describe('where the status is a generator’s too', () => {
  const unseen = documentOf({ '200': { description: 'OK' } });

  test.each<[string, Ways]>([
    ['made, and shown', { made: () => ({ status: 201 }) }],
    [
      'made, told by its address',
      { made: ({ id }) => ({ status: 201, body: undefined, headers: { location: `/books/${String(id)}` } }) },
    ],
    [
      'done without a word',
      { made: ({ id }) => ({ status: 204, body: undefined, headers: { location: `/books/${String(id)}` } }) },
    ],
  ])('%s', async (_, ways) => {
    expect(failures(await verify(unseen, server(ways)))).toEqual([]);
  });

  it('what comes later names the work, not the thing', async () => {
    const later = server({
      made: () => ({ status: 202, body: { id: 4711, status: 'queued' }, headers: { location: '/books/4711' } }),
    });
    expect(decisive(await verify(unseen, later))).toEqual([]);
  });

  it('a created thing that is lost is told', async () => {
    const lost = server({ read: () => notFound, made: () => ({ status: 201 }) });
    expect(decisive(await verify(unseen, lost)).join()).toContain('ITEM_LOST');
  });
});

const UNSURE = /ITEM_NOT_SHOWN|CAUSED_BY/;

describe('a sound service may show them in any way', () => {
  test.each<[string, Ways]>([
    ['as they are', {}],
    [
      'in a wrapper',
      { one: (item) => ({ status: 'success', data: item }), many: (items) => ({ ok: true, data: { items } }) },
    ],
    ['under the name of the thing', { one: (book) => ({ book }), many: (books) => ({ books, authors: [{ id: 1 }] }) }],
    ['as a list of one', { one: (item) => [item] }],
    ['the create by its id alone', { made: ({ id }) => ({ body: { message: 'created', id } }) }],
    ['the create by an id of another name', { made: ({ id }) => ({ body: { book_id: id } }) }],
    [
      'the create by its address alone',
      { made: ({ id }) => ({ body: undefined, headers: { location: `/books/${String(id)}` } }) },
    ],
    ['with a second id of another kind', { stored: (body) => ({ ...body, book_id: 'b-41' }) }],
    [
      'in another form',
      { one: ({ author, year, ...item }) => ({ ...item, author: { name: author }, year: String(year) }) },
    ],
    [
      'not all of them',
      {
        one: ({ id, title, year }) => ({ id, title, year }),
        many: (items) => items.map(({ id, title }) => ({ id, title })),
      },
    ],
    ['a thing that is gone in words', { read: (item) => ok(item ?? { success: false, message: 'no such book' }) }],
  ])('%s', async (_, ways) => {
    expect(decisive(await verify(document, server(ways)))).toEqual([]);
    expect(failures(await verify(document, server(ways))).filter((one) => !UNSURE.test(one))).toEqual([]);
  });

  test.each<[string, Ways, number]>([
    ['the create shows no id', { made: () => ({ body: { status: 'ok', code: 200 } }) }, 0],
    [
      'the list is a map',
      { many: (items) => Object.fromEntries(items.map((item) => [`b${String(item['id'])}`, item])) },
      5,
    ],
    ['the list shows nothing that is known', { many: () => ({ favourites: [] }) }, 5],
    ['the read shows nothing that is known', { read: (item) => (item ? ok({ ok: 1 }) : notFound) }, 2],
  ])('undecided where %s', async (_, ways, most) => {
    const result = await verify(document, server(ways));
    expect(decisive(result)).toEqual([]);
    expect(result.journeys.filter(({ status }) => status === 'pass').length).toBeGreaterThanOrEqual(most);
    expect(failures(result)).not.toEqual([]);
  });
});

describe('what is wrong is told all the same', () => {
  const wrapped: Ways = {
    one: (data) => ({ status: 'success', data }),
    many: (data) => ({ data, count: data.length }),
  };
  test.each<[string, Ways, string]>([
    ['a value is altered', { stored: ({ title, ...body }) => ({ ...body, title: `${String(title)}!` }) }, 'VALUE'],
    ['a change is not stored', { changed: (item) => item }, 'VALUE_NOT_STORED: A book changed by PUT shows the change'],
    ['a deleted thing is still there', { deletes: false }, 'NOT_DELETED: A deleted book is gone'],
    ['a created thing is lost', { read: () => notFound }, 'ITEM_LOST: A created book can be read back'],
    ['the read breaks', { read: () => ({ status: 500, body: {} }) }, 'SERVER_ERROR: '],
    ['one is missing in the list', { many: (items) => ({ data: items.slice(0, -1) }) }, 'NOT_IN_LIST'],
    [
      'an unknown one is found',
      { read: (item) => ok(item ?? { id: 1, title: 'a', author: 'b', year: 3 }) },
      'MISSING_ITEM_ANSWERED',
    ],
  ])('%s', async (_, ways, told) => {
    for (const style of [{}, wrapped])
      expect(decisive(await verify(document, server({ ...style, ...ways }))).join('\n')).toContain(told);
  });
});

const messages = spec({
  '/messages': { post: { ...takes(object({ message: text }, ['message'])), responses: anything } },
  '/messages/{id}': {
    parameters: [param('id', integer)],
    get: { responses: anything },
    delete: { responses: anything },
  },
});

it('a word that any answer may have is not taken for what was sent', async () => {
  const make: MakeServer = () => {
    const items = new Map<string, Fields>();
    return {
      'POST /messages': ({ body }) => {
        const item = { id: items.size + 1, ...body };
        items.set(String(item.id), item);
        return ok({ message: 'Message created', id: item.id });
      },
      'GET /messages/{id}': ({ params: [id = ''] }) =>
        items.has(id) ? ok({ message: 'Found', data: items.get(id) }) : notFound,
      'DELETE /messages/{id}': ({ params: [id = ''] }) => (items.delete(id) ? ok({ message: 'Deleted' }) : notFound),
    };
  };
  const result = await verify(messages, make);
  expect(decisive(result)).toEqual([]);
  expect(result.journeys.some(({ kind, status }) => kind === 'create-read' && status === 'pass')).toBe(true);
});

const carts = spec({
  '/carts': { post: { ...takes(object({ customer: text }, ['customer'])), responses: anything } },
  '/carts/{cartId}': {
    parameters: [param('cartId', integer)],
    get: { responses: anything },
    delete: { responses: anything },
  },
  '/carts/{cartId}/items': {
    parameters: [param('cartId', integer)],
    post: { ...takes(object({ product: text, quantity: integer }, ['product', 'quantity'])), responses: anything },
  },
  '/carts/{cartId}/items/{itemId}': {
    parameters: [param('cartId', integer), param('itemId', integer)],
    get: { responses: anything },
  },
});

it('the id of what a thing is made in is not its own', async () => {
  const make: MakeServer = () => {
    const all = new Map<string, { id: number; items: Fields[] }>();
    return {
      'POST /carts': ({ body }) => {
        const cart = { id: 100 + all.size, items: [], ...body };
        all.set(String(cart.id), cart);
        return ok(cart);
      },
      'GET /carts/{cartId}': ({ params: [id = ''] }) => (all.has(id) ? ok(all.get(id)) : notFound),
      'DELETE /carts/{cartId}': ({ params: [id = ''] }) => (all.delete(id) ? ok({}) : notFound),
      'POST /carts/{cartId}/items': ({ params: [id = ''], body }) => {
        all.get(id)?.items.push({ id: 1, ...body });
        return all.has(id) ? ok(all.get(id)) : notFound;
      },
      'GET /carts/{cartId}/items/{itemId}': ({ params: [id = '', itemId = ''] }) => {
        const found = all.get(id)?.items.find((one) => String(one['id']) === itemId);
        return found ? ok(found) : notFound;
      },
    };
  };
  expect(decisive(await verify(carts, make))).toEqual([]);
});

it('what is hidden at first is made to be seen', async () => {
  const draft = { ...sent, published: { ...boolean, default: false } };
  const { bundle } = await plan(documentOf(anything, object(draft, Object.keys(sent))));
  const bodies = bundle.plans.flatMap(({ steps }) =>
    steps.flatMap(({ body }) => (body ? [JSON.stringify(body.value)] : [])),
  );
  expect(bodies.join()).toContain('"published":{"literal":true}');
  expect(bodies.join()).not.toContain('"published":{"literal":false}');
});
