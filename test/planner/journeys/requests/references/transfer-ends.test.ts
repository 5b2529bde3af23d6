import { describe, expect, it } from 'vitest';

import { areEnds } from '#planner/vocabulary/range-names.ts';
import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, number, ok, store } from '#test/small-store.ts';

const account = object({ id: integer, name: text, balance: number }, ['id', 'name', 'balance']);
const transfer = object({ id: integer, fromAccountId: integer, toAccountId: integer, amount: number }, [
  'id',
  'fromAccountId',
  'toAccountId',
  'amount',
]);
const sent = object({ fromAccountId: integer, toAccountId: integer, amount: number }, [
  'fromAccountId',
  'toAccountId',
  'amount',
]);
const document = spec({
  '/accounts': {
    post: {
      ...takes(object({ name: text, balance: { type: 'number', minimum: 0, default: 0 } }, ['name'])),
      responses: shows(account, '201'),
    },
  },
  '/accounts/{id}': item(account),
  '/transfers': { post: { ...takes(sent), responses: shows(transfer, '201') } },
  '/transfers/{id}': item(transfer),
});

const server =
  (isKept: boolean): MakeServer =>
  () => {
    const accounts = store('/accounts', { balance: 0 });
    const transfers = store('/transfers', {});
    const make = transfers.routes['POST /transfers'];
    const routes = { ...accounts.routes, ...transfers.routes };
    routes['POST /transfers'] = (asked) => {
      const [from, to] = ['fromAccountId', 'toAccountId'].map((name) => accounts.items.get(String(asked.body[name])));
      const isEnough = Number(from?.['balance']) >= Number(asked.body['amount']);
      if (!from || !to || from === to || !isEnough) return { status: 422, body: { error: 'not possible' } };
      const made = make?.(asked) ?? ok({});
      if (!isKept) transfers.items.clear();
      return made;
    };
    return routes;
  };

describe('a transfer', () => {
  it('goes between two things, and takes from one that holds something', async () => {
    expect(failures(await verify(document, server(true)))).toEqual([]);
  });

  it('that is lost is told', async () => {
    expect(decisive(await verify(document, server(false))).join()).toContain('ITEM_LOST');
  });

  it('is made between accounts that hold something, whichever of them it is taken from', async () => {
    const { bundle } = await plan(document);
    const creates = bundle.plans
      .find(({ name }) => name.startsWith('Creating a transfer'))
      ?.steps.filter(({ path }) => path === '/accounts');
    expect(creates?.map(({ body }) => body?.value)).toEqual(
      [1, 2].map(() => ({ object: { balance: { literal: 1000 }, name: expect.objectContaining({}) } })),
    );
  });

  it('an account that nothing is taken from begins as the document says', async () => {
    const { bundle } = await plan(document);
    const [create] = bundle.plans.find(({ name }) => name === 'A deleted account is gone')?.steps ?? [];
    expect(create?.body?.value).toMatchObject({ object: { balance: { literal: 0 } } });
  });
});

it.each([
  ['from_account_id', 'to_account_id', true],
  ['senderId', 'recipientId', true],
  ['sourceNodeId', 'targetNodeId', true],
  ['inwardIssue', 'outwardIssue', true],
  ['accountId', 'customerId', false],
  ['fromAccountId', 'fromAccountId', false],
  ['fromAccountId', 'toCustomerId', false],
])('%s and %s are both ends of one thing: %s', (one, other, expected) => {
  expect([areEnds(one, other), areEnds(other, one)]).toEqual([expected, expected]);
});

describe('what is put into a thing and taken out again', () => {
  const book = object({ id: integer, title: text }, ['id', 'title']);
  const shelf = object({ id: integer, name: text }, ['id', 'name']);
  const parameters = [param('shelfId', integer), param('bookId', integer)];
  const done = { '204': { description: 'done' }, '404': { description: 'none' } };
  const shelves = spec({
    '/books': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(book, '201') } },
    '/books/{bookId}': { ...item(book), parameters: [param('bookId', integer)] },
    '/shelves': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(shelf, '201') } },
    '/shelves/{shelfId}': { ...item(shelf), parameters: [param('shelfId', integer)] },
    '/shelves/{shelfId}/books/{bookId}': { parameters, put: { responses: done }, delete: { responses: done } },
  });
  const put: (status: number) => MakeServer = (status) => () => {
    const [books, all] = [store('/books', {}), store('/shelves', {})];
    const held = new Set<string>();
    return {
      ...books.routes,
      ...all.routes,
      'PUT /shelves/{shelfId}/books/{bookId}': ({ params: [shelfId = '', bookId = ''] }) => {
        if (!all.items.has(shelfId) || !books.items.has(bookId)) return { status: 404, body: {} };
        held.add(`${shelfId} ${bookId}`);
        return { status };
      },
      'DELETE /shelves/{shelfId}/books/{bookId}': ({ params: [shelfId = '', bookId = ''] }) =>
        held.delete(`${shelfId} ${bookId}`) ? { status: 204 } : { status: 404, body: {} },
    };
  };

  it('names a thing that is made elsewhere', async () => {
    const { bundle } = await plan(shelves);
    const called = bundle.plans.filter(({ kind }) => kind === 'call-below').map(({ subject }) => subject);
    expect(called.toSorted()).toEqual([
      'DELETE /shelves/{shelfId}/books/{bookId}',
      'PUT /shelves/{shelfId}/books/{bookId}',
    ]);
    expect(failures(await verify(shelves, put(204)))).toEqual([]);
  });

  it('a status that is not documented is told', async () => {
    expect(decisive(await verify(shelves, put(201))).join()).toContain('UNEXPECTED_STATUS');
  });
});

describe('documents that lost their journeys', () => {
  it.each(['^prp_[0-9A-HJKMNP-TV-Z]{26}$', '^[0-9a-f]{24}$', '^[A-Z]{2}-[0-9]{6}$'])(
    'ids of the pattern %s',
    async (pattern) => {
      const id = { type: 'string', pattern };
      const thing = object({ id, name: text }, ['id', 'name']);
      const { bundle } = await plan(
        spec({
          '/things': {
            post: { ...takes(object({ name: text }, ['name'])), responses: shows(thing, '201') },
            get: { responses: shows({ type: 'array', items: thing }) },
          },
          '/things/{id}': item(thing, id),
        }),
      );
      const kinds = bundle.plans.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['create-echo', 'create-read', 'create-list', 'delete-gone']));
    },
  );

  it('a list of anything that is narrowed to one of products', async () => {
    const product = object({ id: integer, name: text }, ['id', 'name']);
    const list = object({ data: { type: 'array', items: { type: 'object' } } }, ['data']);
    const narrowed = { allOf: [list, { properties: { data: { items: product } } }] };
    const { bundle } = await plan(
      spec({
        '/products': {
          post: { ...takes(object({ name: text }, ['name'])), responses: shows(product, '201') },
          get: { responses: shows(narrowed) },
        },
      }),
    );
    expect(bundle.plans.map(({ kind }) => kind)).toContain('create-list');
  });
});
