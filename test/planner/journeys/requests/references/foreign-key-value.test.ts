import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { type Answered, decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const missing = { '404': { description: 'none' } };
const category = object({ id: integer, slug: text, name: text, parent: integer }, ['id', 'slug', 'name']);
const sentProduct = { title: text, category: integer };
const product = object({ id: integer, ...sentProduct }, ['id', 'title', 'category']);

/** As Django REST framework writes it: categories are read by their slug and referred to by their number. */
const shop = spec({
  '/categories': {
    post: {
      ...takes(object({ slug: text, name: text, parent: integer }, ['slug', 'name'])),
      responses: shows(category, '201'),
    },
  },
  '/categories/{slug}': {
    parameters: [param('slug', text)],
    get: { responses: { ...shows(category), ...missing } },
    delete: { responses: noBody },
  },
  '/products': {
    post: { ...takes(object(sentProduct, ['title', 'category'])), responses: shows(product, '201') },
    get: {
      parameters: [{ name: 'category', in: 'query', schema: integer }],
      responses: shows({ type: 'array', items: product }),
    },
  },
  '/products/{id}': {
    parameters: [param('id', integer)],
    get: { responses: { ...shows(product), ...missing } },
    delete: { responses: noBody },
  },
});

function server(isFiltering: boolean): () => Routes {
  return () => {
    const [categories, products] = [
      new Map<string, Record<string, unknown>>(),
      new Map<string, Record<string, unknown>>(),
    ];
    let serial = 40;
    const isThere = (id: unknown) => [...categories.values()].some((one) => one['id'] === id);
    const found = (row: unknown): Answered => (row ? { status: 200, body: row } : { status: 404 });
    const add = (to: Map<string, Record<string, unknown>>, key: string, row: Record<string, unknown>): Answered => {
      serial += 1;
      const made = { ...row, id: serial };
      to.set(String(made[key as 'id']), made);
      return { status: 201, body: made };
    };
    return {
      'POST /categories': ({ body }) =>
        body['parent'] === undefined || isThere(body['parent']) ? add(categories, 'slug', body) : { status: 400 },
      'GET /categories/:slug': ({ params: [slug = ''] }) => found(categories.get(slug)),
      'DELETE /categories/:slug': ({ params: [slug = ''] }) => ({ status: categories.delete(slug) ? 204 : 404 }),
      'POST /products': ({ body }) => (isThere(body['category']) ? add(products, 'id', body) : { status: 400 }),
      'GET /products': ({ query }) => ({
        status: 200,
        body: [...products.values()].filter(
          (one) => !isFiltering || !query.has('category') || String(one['category']) === query.get('category'),
        ),
      }),
      'GET /products/:id': ({ params: [id = ''] }) => found(products.get(id)),
      'DELETE /products/:id': ({ params: [id = ''] }) => ({ status: products.delete(id) ? 204 : 404 }),
    };
  };
}

type Shop = {
  paths: {
    '/products': { post: { requestBody: { content: Record<'application/json', { schema: { required: string[] } }> } } };
  };
};

const kinds: PlanKind[] = [
  'create-echo',
  'create-read',
  'create-list',
  'child-under-parent',
  'list-filter',
  'delete-gone',
];

describe('a number that is called like another kind of thing', () => {
  it('names one that was made before, also where its path knows it by another name', async () => {
    const { journeys, residue } = await verifyServer(shop, server(true), { kinds });
    expect(journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(residue).toEqual([]);
  });

  it('is what a list is asked for', async () => {
    const { bundle } = await planFeature({ spec: shop, personas: [] });
    expect(bundle.plans.map(({ name }) => name)).toContain('A product is listed for its category and for no other');
    expect(decisive(await verifyServer(shop, server(false), { kinds }))).toEqual([
      'FAIL_DECISIVE_CONTRACT NOT_FILTERED',
    ]);
  });

  it('is sent to tell the lists of two apart where it may be left out, and nowhere else', async () => {
    const optional = structuredClone(shop) as unknown as Shop;
    optional.paths['/products'].post.requestBody.content['application/json'].schema.required = ['title'];
    const { bundle } = await planFeature({ spec: optional as never, personas: [] });
    const sending = bundle.plans.filter(({ steps }) =>
      JSON.stringify(steps.map(({ body }) => body)).includes('category'),
    );
    expect(sending.map(({ kind }) => kind)).toEqual(['child-under-parent']);
    expect(decisive(await verifyServer(optional as never, server(true), { kinds }))).toEqual([]);
    expect(decisive(await verifyServer(optional as never, server(false), { kinds }))).toEqual([
      'FAIL_DECISIVE_CONTRACT NOT_FILTERED',
    ]);
  });

  it('is not sent, where it may be left out, for whose it is: a server knows that from the caller', async () => {
    const ofUsers = JSON.parse(
      JSON.stringify(shop).replaceAll('categories', 'users').replaceAll('category', 'user'),
    ) as Shop;
    ofUsers.paths['/products'].post.requestBody.content['application/json'].schema.required = ['title'];
    const { bundle } = await planFeature({ spec: ofUsers as never, personas: [] });
    expect(bundle.plans.map(({ kind }) => kind)).not.toContain('child-under-parent');
    expect(bundle.plans.length).toBeGreaterThan(0);
  });

  it('is not made up where nothing asks for it', async () => {
    const { bundle } = await planFeature({ spec: shop, personas: [] });
    const bodies = bundle.plans.flatMap(({ steps }) => steps.map(({ body }) => JSON.stringify(body ?? {})));
    expect(bodies.filter((body) => body.includes('parent'))).toEqual([]);
  });
});
