import { describe, expect, it } from 'vitest';

import { isItemPath, nounSegment, parentPath, shapeOf, shapeUpTo } from '#planner/resources/model/path-template.ts';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const fields = { Name: text };
const product = object({ ID: integer, ...fields }, ['ID', 'Name']);
const document = spec({
  '/Products': {
    get: {
      parameters: [
        { name: '$top', in: 'query', schema: integer },
        { name: '$skip', in: 'query', schema: integer },
        { name: '$count', in: 'query', schema: { type: 'boolean' } },
      ],
      responses: shows(object({ value: { type: 'array', items: product } }, ['value'])),
    },
    post: { ...takes(object(fields, ['Name'])), responses: shows(product, '201') },
  },
  '/Products({ID})': {
    parameters: [param('ID', integer)],
    get: { responses: { ...shows(product), ...missing } },
    patch: { ...takes(object(fields)), responses: noBody },
    delete: { responses: { ...noBody, ...missing } },
  },
});

const server =
  (fault?: 'PATCH' | 'DELETE' | '$skip'): MakeServer =>
  () => {
    const made = new Map<string, Fields>();
    let serial = 0;
    const at = (key = '', act: (known: Fields) => { status: number; body?: unknown }) => {
      const known = made.get(/^\((\d+)\)$/.exec(key)?.[1] ?? '');
      return known ? act(known) : notFound;
    };
    return {
      'GET /Products': ({ query }) => {
        const skip = fault === '$skip' ? 0 : Number(query.get('$skip') ?? 0);
        return ok({ value: [...made.values()].slice(skip, skip + Number(query.get('$top') ?? 100)) });
      },
      'POST /Products': ({ body }) => {
        serial += 1;
        made.set(`${serial}`, { ...body, ID: serial });
        return { status: 201, body: made.get(`${serial}`) };
      },
      'GET /Products{key}': ({ params: [key] }) => at(key, ok),
      'PATCH /Products{key}': ({ params: [key], body }) =>
        at(key, (known) => {
          if (fault !== 'PATCH') Object.assign(known, body);
          return { status: 204 };
        }),
      'DELETE /Products{key}': ({ params: [key] }) =>
        at(key, ({ ID }) => {
          if (fault !== 'DELETE') made.delete(`${Number(ID)}`);
          return { status: 204 };
        }),
    };
  };

it('a key in parentheses names an item of the collection before it', () => {
  expect(shapeOf('/Products({ID})/Parts({key})')).toBe('/Products/{}/Parts/{}');
  expect(shapeUpTo("/Products('{ID}')/Parts({key})", 'ID')).toBe('/Products/{}');
  expect(['/Products({ID})', "/People('{name}')", '/Products({ID})/Parts'].map(isItemPath)).toEqual([
    true,
    true,
    false,
  ]);
  expect(parentPath("/People('{name}')")).toBe('/People');
  expect(nounSegment('/Products({ID})/Parts({key})')).toBe('Parts');
});

it('a service that is called by such keys is walked as any other', async () => {
  expect((await plan(document)).bundle.plans.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['create-read', 'create-list', 'update-read', 'delete-gone', 'not-found']),
  );
  expect(failures(await verify(document, server()))).toEqual([]);
});

it('its pages are asked for by `$top` and `$skip`', async () => {
  expect(decisive(await verify(document, server('$skip'), 'pagination'))).toEqual([
    expect.stringMatching(/^FAIL_DECISIVE_CONTRACT PAGE_REPEATED: /),
  ]);
});

it.each([
  ['PATCH', 'VALUE_NOT_STORED: A Product changed by PATCH shows the change'],
  ['DELETE', 'NOT_DELETED: A deleted Product is gone'],
] as const)('a %s that does nothing is found', async (fault, told) => {
  expect(decisive(await verify(document, server(fault)))).toContain(`FAIL_DECISIVE_PERSISTENCE ${told}`);
});

describe('a key that is documented without quotes', () => {
  const { '/Products({ID})': byKey, ...above } = document.paths as Record<string, Fields>;
  const twins = (ID: Fields) => {
    const one = { ...byKey, parameters: [param('ID', ID)] };
    return { ...document, paths: { ...above, '/Products({ID})': one, '/Products/{ID}': one } };
  };
  const readsOf = async (asked: object) =>
    (await plan(asked)).bundle.plans.flatMap(({ kind, subject }) => (kind === 'create-read' ? [subject] : []));

  it('names no item where it is any text: OData writes that in quotes', async () => {
    const alone = { ...document, paths: { ...above, '/Products({ID})': { ...byKey, parameters: [param('ID')] } } };
    const { bundle, warnings } = await plan(alone);
    expect(bundle.plans.filter(({ subject }) => subject.includes('({ID})'))).toEqual([]);
    expect(warnings.join()).toContain("Write ('{ID}')");
    expect(await readsOf(twins(text))).toEqual(['GET /Products/{ID}']);
  });

  it.each([integer, { type: 'string', format: 'uuid' }])(
    'is the second way to the item beside a path of %o',
    async (ID) => {
      expect(await readsOf(twins(ID))).toEqual(['GET /Products/{ID}']);
      expect(
        await readsOf({
          ...document,
          paths: { ...above, '/Products({ID})': { ...byKey, parameters: [param('ID', ID)] } },
        }),
      ).toEqual(['GET /Products({ID})']);
    },
  );
});
