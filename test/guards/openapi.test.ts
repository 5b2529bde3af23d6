import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { getMe } from '#contract/endpoints/me.ts';
import { openapiDocument } from '#contract/openapi.ts';
import { SchemaCollection } from '#contract/openapi-schemas.ts';
import { named } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { read } from './repository.ts';

const committed = read('docs/openapi.json').text;
const fresh = `${JSON.stringify(openapiDocument(registry), null, 2)}\n`;

type Json = { [name: string]: Json };
const document = JSON.parse(fresh) as Json;

test('docs/openapi.json is what the registry says; run npm run openapi', () => {
  expect(committed === fresh, 'docs/openapi.json is stale').toBe(true);
});

test('the order of the registry does not show', () => {
  expect(`${JSON.stringify(openapiDocument(registry.toReversed()), null, 2)}\n` === fresh).toBe(true);
});

test('a planted change of an endpoint makes the committed document stale', () => {
  const changed = registry.map((endpoint) => (endpoint === getMe ? { ...endpoint, summary: 'Other' } : endpoint));
  expect(`${JSON.stringify(openapiDocument(changed), null, 2)}\n`).not.toBe(committed);
});

test('every reference of the document leads to a schema, and every schema compiles', () => {
  const schemas = document['components']!['schemas']!;
  const references = [...fresh.matchAll(/"\$ref": "([^"]+)"/g)].map((match) => match[1]!);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) {
    expect(Object.keys(schemas)).toContain(reference.replace('#/components/schemas/', ''));
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: document['components'] });
  for (const name of Object.keys(schemas)) {
    expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` }), name).not.toThrow();
  }
});

test('answers may grow: no schema forbids further fields', () => {
  expect(fresh).not.toContain('"additionalProperties": false');
});

test('one name never stands for two shapes', () => {
  const schemas = new SchemaCollection();
  const thing = named('PlantedThing', z.object({ a: z._default(z.string(), 'x') }));
  schemas.add(thing, 'input');
  expect(() => schemas.add(thing, 'output')).toThrow('PlantedThing stands for two shapes');
});
