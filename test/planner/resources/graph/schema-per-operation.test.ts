import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, spec, text } from '#test/small-spec.ts';
import { missing, notFound, number, ok, store } from '#test/small-store.ts';

/** As frameworks write them that make a schema for each operation, require nothing of it that has a default, and answer every POST with 201. */
const part = { sku: text, price: number };
const shown = object(
  { ...part, id: integer, version: { ...integer, default: 1 }, archived: { type: 'boolean', default: false } },
  ['sku', 'price'],
);
const ref = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
const json = (name: string) => ({ content: { 'application/json': ref(name) } });
const shows = (name: string, status = '200') => ({ [status]: { description: 'success', ...json(name) } });
const takes = (name: string) => ({ requestBody: { required: true, ...json(name) } });
const document = spec(
  {
    '/parts': {
      post: { ...takes('CreatePartPartRequestBody'), responses: shows('CreatePartPartResponseBody', '201') },
      get: {
        responses: {
          '200': {
            description: 'all',
            content: {
              'application/json': { schema: { type: 'array', items: ref('ListPartsPartResponseBody').schema } },
            },
          },
        },
      },
    },
    '/parts/{part_id}': {
      parameters: [param('part_id', integer)],
      get: { responses: { ...shows('GetPartPartResponseBody'), ...missing } },
      put: { ...takes('PartUpdate'), responses: { ...shows('UpdatePartPartResponseBody'), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
    '/parts/{part_id}/archive': {
      parameters: [param('part_id', integer)],
      post: { responses: { ...shows('ArchivePartPartResponseBody', '201'), ...missing } },
    },
  },
  {
    schemas: {
      CreatePartPartRequestBody: object(part, ['sku', 'price']),
      PartUpdate: object({ ...part, version: integer }, ['sku', 'price', 'version']),
      ...Object.fromEntries(
        ['CreatePart', 'ListParts', 'GetPart', 'UpdatePart', 'ArchivePart'].map((name) => [
          `${name}PartResponseBody`,
          shown,
        ]),
      ),
    },
  },
);

/** `fault`: what goes wrong. */
const server =
  (fault?: 'archive' | 'update'): MakeServer =>
  () => {
    const { on, routes } = store('/parts', { version: 1, archived: false });
    routes['PUT /parts/{id}'] = on((one, body) => {
      if (body['version'] !== one['version']) return { status: 409, body: { detail: 'outdated' } };
      const next = { ...one, ...body, version: Number(one['version']) + 1 };
      return ok(fault === 'update' ? next : Object.assign(one, next));
    });
    routes['POST /parts/{id}/archive'] = on((one) => {
      if (fault !== 'archive') one['archived'] = true;
      return { status: 201, body: one };
    });
    return routes;
  };

describe('a document with a schema of its own for each operation', () => {
  it('is planned as one with a schema for each kind of thing', async () => {
    const names = (await plan(document)).bundle.plans.map(({ name }) => name);
    expect(names).toContain('A part changed by PUT shows the change');
    expect(names).toContain('The effect of POST /parts/{part_id}/archive is seen on the part');
    expect(names).toContain('POST /parts/{part_id}/archive answers the part that it changed');
  });

  it('passes on a sound server, which wants the version that it showed', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it.each(['archive', 'update'] as const)('is found where %s does nothing', async (fault) => {
    expect(decisive(await verify(document, server(fault)))).not.toEqual([]);
  });

  it('knows things of another name for others, however alike they look', async () => {
    const other = structuredClone(document) as unknown as {
      paths: Record<string, { post: object }>;
      components: { schemas: Record<string, object> };
    };
    other.components.schemas['ArchiveBoxBoxResponseBody'] = shown;
    other.paths['/parts/{part_id}/archive']!.post = {
      responses: { ...shows('ArchiveBoxBoxResponseBody', '201'), ...missing },
    };
    const names = (await plan(other)).bundle.plans.map(({ name }) => name);
    expect(names).not.toContain('POST /parts/{part_id}/archive answers the part that it changed');
  });
});

describe('a thing that another one stands for', () => {
  const stock = object({ part_id: integer, shop_id: integer, quantity: integer }, ['part_id', 'shop_id', 'quantity']);
  const schemas = {
    Stock: stock,
    Move: object({ quantity: { ...integer, minimum: 1 } }, ['quantity']),
    Shop: object({ id: integer, name: text }, ['id', 'name']),
    Name: object({ name: text }, ['name']),
  };
  const made = (path: string) => ({
    [path]: { post: { ...takes('Name'), responses: shows('Shop', '201') } },
  });
  const below = '/parts/{part_id}/stock/{shop_id}';
  const parameters = [param('part_id', integer), param('shop_id', integer)];
  const kept = spec(
    {
      ...made('/parts'),
      ...made('/shops'),
      '/parts/{part_id}': {
        parameters: [param('part_id', integer)],
        get: { responses: { ...shows('Shop'), ...missing } },
      },
      '/shops/{shop_id}': {
        parameters: [param('shop_id', integer)],
        get: { responses: { ...shows('Shop'), ...missing } },
      },
      [below]: { parameters, get: { responses: { ...shows('Stock'), ...missing } } },
      [`${below}/receive`]: {
        parameters,
        post: { ...takes('Move'), responses: { ...shows('Stock', '201'), ...missing } },
      },
    },
    { schemas },
  );

  it('is not made by what is done to it', async () => {
    const { bundle } = await plan(kept);
    expect(bundle.plans.map(({ name }) => name)).not.toContain('Creating a stock answers what was sent');
    const routes = () => {
      const [parts, shops] = [store('/parts', {}), store('/shops', {})];
      return {
        ...parts.routes,
        ...shops.routes,
        [`GET ${below}`]: () => notFound,
        [`POST ${below}/receive`]: () => notFound,
      };
    };
    expect(decisive(await verify(kept, routes))).toEqual([]);
  });
});
