import { expect, test } from 'vitest';

import { readSpec } from '#planner/intake/read-spec.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import { resolveIds } from '#planner/intake/document/resolve-ids.ts';

import { object, shows, spec, text } from '#test/small-spec.ts';

const byId = { $ref: 'https://shop.test/address' };
const byPointer = { $ref: '#/components/schemas/Address' };
const Address = { $id: 'https://shop.test/address', ...object({ city: text }) };

/** The `schemas` of a document with an `$id`, after its references to it were resolved. */
function resolved(schemas: Record<string, object>) {
  return resolveIds(spec({}, { schemas: { Address, ...schemas } }) as JsonObject)['components'];
}

test.each(['const', 'default', 'discriminator', 'enum', 'example', 'examples', 'properties', 'required'])(
  'a reference to an $id resolves in a property and in a schema that are named as the keyword "%s"',
  (name) => {
    expect(resolved({ Shop: { properties: { [name]: byId } }, [name]: { items: byId } })).toMatchObject({
      schemas: { Shop: { properties: { [name]: byPointer } }, [name]: { items: byPointer } },
    });
  },
);

test('a reference to an $id that stands in a property named default resolves', () => {
  const schemas = { Place: { properties: { default: { $id: 'https://shop.test/place' } } } };
  expect(resolved({ ...schemas, Shop: { $ref: 'https://shop.test/place' } })).toMatchObject({
    schemas: { Shop: { $ref: '#/components/schemas/Place/properties/default' } },
  });
});

test('a reference to an $id resolves in the default response of an operation', () => {
  const document = spec({ '/a': { get: { responses: shows(byId, 'default') } } }, { schemas: { Address } });
  expect(resolveIds(document as JsonObject)['paths']).toEqual({
    '/a': { get: { responses: shows(byPointer, 'default') } },
  });
});

test('what looks like a reference to an $id in the value of a default is data', () => {
  const Shop = { default: { properties: { at: byId } } };
  expect(resolved({ Shop })).toMatchObject({ schemas: { Shop } });
});

test.each([
  ['with an $id', { Address }],
  ['without one', {}],
])(
  'a wrongly percent-encoded reference without a target leaves out only its operation, in a document %s',
  async (_case, schemas) => {
    const paths = {
      '/a': { get: { responses: shows({ $ref: '#/components/schemas/100%' }) } },
      '/b': { get: { responses: shows(text) } },
    };
    const { byKey, warnings } = await readSpec(spec(paths, { schemas }));
    expect([...byKey.keys()]).toEqual(['GET /b']);
    expect(warnings.join()).toContain('#/components/schemas/100%');
  },
);

test('a wrongly percent-encoded reference leads to the schema of exactly that name inside an $id', () => {
  const Shop = { $id: 'https://shop.test/shop', $defs: { '100%': text }, items: { $ref: '#/$defs/100%' } };
  expect(resolved({ Shop })).toMatchObject({
    schemas: { Shop: { items: { $ref: '#/components/schemas/Shop/$defs/100%' } } },
  });
});
