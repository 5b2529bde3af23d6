import { expect, test } from 'vitest';

import { SchemaStore } from '#planner/intake/schema/schema-store.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { createValidator } from '#verifier/schema/validate.ts';

import { object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const KEYWORDS = ['const', 'default', 'discriminator', 'enum', 'examples', 'properties', 'required'];
const address = { $ref: '#/components/schemas/Address' };

test.each(KEYWORDS)('a bundle holds the schema of a property that is named as the keyword "%s"', async (name) => {
  const shop = object({ id: text, [name]: address }, ['id', name]);
  const paths = {
    '/shops': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(shop, '201') } },
    '/shops/{id}': { parameters: [param('id')], get: { responses: shows(shop) } },
  };
  const { bundle } = await planFeature({
    spec: spec(paths, { schemas: { Address: object({ city: text }, ['city']) } }),
    personas: [],
  });
  expect(Object.keys(bundle.$defs)).toContain('Address');
  const validate = createValidator(bundle.$defs);
  const [shown] = Object.keys(bundle.$defs).filter((one) => one !== 'Address');
  expect(validate(shown ?? '', { id: 'a', [name]: { city: 'b' } }).errors).toEqual([]);
  expect(validate(shown ?? '', { id: 'a', [name]: {} }).errors).toHaveLength(1);
});

test.each(KEYWORDS)('a missing schema is reported for a property that is named as the keyword "%s"', (name) => {
  const store = new SchemaStore({});
  expect(() => store.normalise({ properties: { [name]: address } }, '/here')).toThrow(SpecError);
});

test.each(['const', 'default'])('what looks like a reference in the value of "%s" is data', (keyword) => {
  const store = new SchemaStore({});
  const schema = store.normalise({ [keyword]: { properties: { kept: address } } }, '/here');
  expect([...store.reachable(schema)]).toEqual([]);
});
