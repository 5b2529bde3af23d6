import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { getMe } from '#contract/endpoints/me.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { errorsOf, openapiDocument } from '#contract/openapi.ts';
import { SchemaCollection } from '#contract/openapi-schemas.ts';
import { named } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import type { JsonSchema, Json as Value } from '#verifier/plan/plan.ts';
import { createValidator } from '#verifier/schema/validate.ts';
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

describe('examples', () => {
  const bodies = Object.entries(document['paths']!).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
      const [success] = Object.entries(responses!).filter(([status]) => status.startsWith('2'));
      const content = { request: requestBody?.['content'], answer: success?.[1]['content'] };
      return Object.entries(content).flatMap(([side, types]) =>
        types?.['application/json'] === undefined
          ? []
          : [{ name: `${side} of ${method} ${path}`, body: types['application/json'] }],
      );
    }),
  );
  const asDefs = <T>(schemas: T): T =>
    JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/')) as T;
  const defs = asDefs(document['components']!['schemas']) as Record<string, JsonSchema>;
  const faultsOf = ({ name, body }: (typeof bodies)[number]): string[] => {
    if (body['example'] === undefined) return [`${name} has no example`];
    const { errors } = createValidator({ ...defs, '': asDefs(body['schema']) as JsonSchema })(
      '',
      body['example'] as Value,
    );
    return errors.length === 0 ? [] : [`${name}: ${errors.map(({ message }) => message).join('; ')}`];
  };

  test('every request and every success answer has one that fits its own schema', () => {
    expect(bodies.length).toBeGreaterThan(50);
    expect(bodies.flatMap(faultsOf)).toEqual([]);
  });

  test('planted: a missing and a misfitting one are found', () => {
    const [first] = bodies.filter(({ name }) => name === 'request of post /api/v1/pats');
    const { example: _example, ...without } = first!.body;
    const misfit = { name: 'CI', scope: 'WORKSPACE' } as unknown as Json;
    expect(faultsOf({ name: 'planted', body: without })).toEqual(['planted has no example']);
    expect(faultsOf({ name: 'planted', body: { ...first!.body, example: misfit } })[0]).toContain('workspaceId');
  });
});

/** What a reference into the components leads to. */
const sharedSchema = (reference: string): unknown =>
  (document as unknown as { components: { schemas: Record<string, unknown> } }).components.schemas[
    reference.replace('#/components/schemas/', '')
  ];

test('every problem answer names its codes of the catalogue', () => {
  for (const endpoint of registry) {
    const { responses } = document['paths']![endpoint.path]![endpoint.method.toLowerCase()]!;
    const refusals = Object.entries(responses!).filter(([status]) => Number(status) >= 400);
    const told = refusals.flatMap(([status, { content }]) => {
      const schema = content!['application/problem+json']!['schema'] as unknown as { $ref?: string };
      const shape = schema.$ref === undefined ? schema : sharedSchema(schema.$ref);
      const [, { properties }] = (shape as Json)['allOf'] as unknown as [Json, Json];
      return (properties!['code']!['enum'] as unknown as string[]).map((code) => `${status} ${code}`);
    });
    const expected = errorsOf(endpoint).map((code) => `${errorCatalogue[code].status} ${code}`);
    expect(told.toSorted(), endpoint.operationId).toEqual(expected.toSorted());
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
