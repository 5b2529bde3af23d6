import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const linked = (responses: object, links: Record<string, Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      {
        ...response,
        links: Object.fromEntries(
          Object.entries(links).map(([operationId, parameters]) => [operationId, { operationId, parameters }]),
        ),
      },
    ]),
  );

/** Shops take in a catalogue, an import follows, and orders are taken once that is done; each order is shown in parts. */
const state = { type: 'string', enum: ['QUEUED', 'READY', 'FAILED'] };
const shop = object({ id: text, name: text }, ['id', 'name']);
const catalogue = object({ title: { ...text, examples: ['Chairs', 'Tables'] } }, ['title']);
const work = object({ id: text, state }, ['id', 'state']);
const order = object({ id: text, note: text }, ['id', 'note']);
const part = object({ partId: text, note: text }, ['partId', 'note']);
const receipt = object({ order, parts: { type: 'array', items: object({ partId: text }, ['partId']) } }, [
  'order',
  'parts',
]);
const below = [param('shopId')];
const document = spec({
  '/shops': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(shop, '201') } },
  '/shops/{shopId}': { parameters: below, get: { responses: { ...shows(shop), ...missing } } },
  '/shops/{shopId}/catalogue': {
    parameters: below,
    get: { responses: shows(catalogue) },
    put: {
      ...takes(catalogue),
      responses: linked(shows(object({ importId: text }, ['importId']), '202'), {
        getImport: { importId: '$response.body#/importId' },
      }),
    },
  },
  '/shops/{shopId}/imports/{importId}': {
    parameters: [...below, param('importId')],
    get: {
      operationId: 'getImport',
      responses: {
        ...linked(shows(work), {
          takeOrder: { shopId: '$request.path.shopId' },
          importAgain: { shopId: '$request.path.shopId' },
        }),
        ...missing,
      },
    },
  },
  '/shops/{shopId}/imports': {
    parameters: below,
    post: {
      operationId: 'importAgain',
      ...takes(object({ force: { type: 'boolean' } })),
      responses: shows(work, '202'),
    },
  },
  '/shops/{shopId}/checkout': {
    parameters: below,
    post: {
      operationId: 'takeOrder',
      ...takes(object({ note: text }, ['note'])),
      responses: linked(shows(receipt, '201'), {
        getOrder: { orderId: '$response.body#/order/id' },
        getPart: { orderId: '$response.body#/order/id', partId: '$response.body#/parts/0/partId' },
      }),
    },
  },
  '/orders/{orderId}': { ...item(order, text), get: { operationId: 'getOrder', ...item(order, text).get } },
  '/orders/{orderId}/parts': {
    parameters: [param('orderId')],
    get: { responses: shows({ type: 'array', items: part }) },
  },
  '/orders/{orderId}/parts/{partId}': {
    parameters: [param('orderId'), param('partId')],
    get: { operationId: 'getPart', responses: { ...shows(part), ...missing } },
  },
});

/** Orders are refused until the import has been looked at twice. Parts are named alike below each order. */
const server =
  ({ losesParts = false, losesImports = false, isSilent = false } = {}): MakeServer =>
  () => {
    const shops = store('/shops', {}, (serial) => `s${serial}`);
    const orders = new Map<string, Fields>();
    const imports = new Map<string, number>();
    const titles = new Map<string, unknown>();
    const partsOf = (id: string) => (losesParts ? [] : [{ partId: 'first', note: orders.get(id)?.['note'] }]);
    return {
      ...shops.routes,
      'PUT /shops/{shopId}/catalogue': ({ params: [id = ''], body }) => {
        titles.set(id, body['title']);
        if (!losesImports) imports.set(id, 0);
        return { status: 202, body: { importId: `of-${id}` } };
      },
      'GET /shops/{shopId}/catalogue': ({ params: [id = ''] }) => ok({ title: titles.get(id) }),
      'GET /shops/{shopId}/imports/{importId}': ({ params: [id = '', importId = ''] }) => {
        const looks = imports.get(id);
        if (looks === undefined || importId !== `of-${id}`) return notFound;
        imports.set(id, looks + 1);
        return ok({ id: importId, state: looks > 0 ? 'READY' : 'QUEUED' });
      },
      'POST /shops/{shopId}/imports': ({ params: [id = ''] }): Told =>
        imports.has(id)
          ? { status: 202, body: isSilent ? {} : { id: `of-${id}`, state: 'QUEUED' } }
          : { status: 409, body: { error: 'no import yet' } },
      'POST /shops/{shopId}/checkout': ({ params: [shopId = ''], body }): Told => {
        if ((imports.get(shopId) ?? 0) < 2) return { status: 422, body: { error: 'nothing to sell yet' } };
        const id = `o${orders.size}`;
        orders.set(id, { id, note: body['note'] });
        return { status: 201, body: { order: orders.get(id), parts: [{ partId: 'first' }] } };
      },
      'GET /orders/{orderId}': ({ params: [id = ''] }) => (orders.has(id) ? ok(orders.get(id)) : notFound),
      'DELETE /orders/{orderId}': ({ params: [id = ''] }) => (orders.delete(id) ? { status: 204 } : notFound),
      'GET /orders/{orderId}/parts': ({ params: [id = ''] }) => (orders.has(id) ? ok(partsOf(id)) : notFound),
      'GET /orders/{orderId}/parts/{partId}': ({ params: [id = '', partId = ''] }) => {
        const found = orders.has(id) ? partsOf(id).find((one) => one.partId === partId) : undefined;
        return found ? ok(found) : notFound;
      },
    };
  };

describe('links say what comes before', () => {
  it('every journey passes on a server that wants them kept', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('a PUT that links to an item makes it, beside what it sets', async () => {
    const subjects = (await plan(document)).bundle.plans.map(({ kind, subject }) => `${kind} ${subject}`);
    expect(subjects).toContain('create-read GET /shops/{shopId}/imports/{importId}');
    expect(subjects).toContain('update-read PUT /shops/{shopId}/catalogue');
    expect(decisive(await verify(document, server({ losesImports: true })))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE ITEM_LOST: /),
    ]);
  });

  it('what an item links to waits until the work behind that item is done', async () => {
    const { bundle } = await plan(document);
    const found = bundle.plans.find(
      ({ subject, kind }) => subject === 'GET /orders/{orderId}' && kind === 'create-read',
    );
    expect(found?.steps.map(({ id }) => id)).toEqual([
      'create-shop',
      'create-import',
      'read-import',
      'create-order',
      'read-order',
    ]);
    expect(found?.steps[2]).toMatchObject({ until: { pointer: '/state', values: ['READY'] } });
  });

  it('so does what is done at the list that the item is in', async () => {
    const { bundle } = await plan(document);
    const again = bundle.plans.find(({ kind }) => kind === 'call-below');
    expect(again?.steps.map(({ id }) => id)).toEqual([
      'create-shop',
      'read-shop',
      'create-import',
      'read-import',
      'call-import',
    ]);
    expect(decisive(await verify(document, server({ isSilent: true })))).toEqual([
      'FAIL_DECISIVE_CONTRACT SCHEMA: POST /shops/{shopId}/imports answers as documented for a shop',
    ]);
  });

  it('an item in a list of the answer is found below the parent that came with it, and is not said to be below that one alone', async () => {
    const { bundle } = await plan(document);
    const ofParts = bundle.plans.filter(({ subject }) => subject.startsWith('GET /orders/{orderId}/parts'));
    expect(ofParts.map(({ kind }) => kind).sort()).toEqual(['call-unknown', 'create-list', 'create-read', 'not-found']);
    expect(ofParts.find(({ kind }) => kind === 'create-read')?.steps.at(-1)?.params.path).toMatchObject({
      orderId: { capture: 'partIdParent0' },
      partId: { capture: 'partId' },
    });
    expect(decisive(await verify(document, server({ losesParts: true })))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE (ITEM_LOST|NOT_IN_LIST): /),
    ]);
  });
});
