import { expect, test } from 'vitest';
import type { Json, JsonSchema } from '#verifier/plan/plan.ts';
import { createSchemaCheck } from '#verifier/schema/check-schema.ts';

const SENT = new Set(['sent']);
const check = (schema: JsonSchema, body: Json, more: Record<string, JsonSchema> = {}) =>
  createSchemaCheck({ Body: schema, ...more })(
    'Body',
    body,
    () => SENT,
    (pointer) => pointer === '/claimed',
  );
const object = (properties: Record<string, Json>, more: Record<string, Json> = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

test.each<[string, JsonSchema, Json, string, string]>([
  ['a wrong type', object({ a: { type: 'integer' } }), { a: '1' }, '/a', 'type'],
  ['null in a required member', object({ a: { type: 'string' } }, { required: ['a'] }), { a: null }, '/a', 'type'],
  ['null where a value is asserted', object({ claimed: { type: 'string' } }), { claimed: null }, '/claimed', 'type'],
  ['a null item', object({ a: { type: 'array', items: { type: 'string' } } }), { a: [null] }, '/a/0', 'type'],
  [
    'what is wrong beside an optional null',
    object({ a: { type: 'string' }, b: { enum: ['x'] } }),
    { a: null, b: 'y' },
    '/b',
    'enum',
  ],
  ['a missing required member', object({}, { required: ['a'] }), {}, '', 'required'],
  ['a value outside its enum', object({ a: { enum: ['x'] } }), { a: 'y' }, '/a', 'enum'],
  ['another constant', object({ a: { const: 1 } }), { a: 2 }, '/a', 'const'],
  [
    'a wrong item',
    object({ 'a/b': { type: 'array', items: { type: 'integer' } } }),
    { 'a/b': [1, 'x'] },
    '/a~1b/1',
    'type',
  ],
  [
    'a member that a closed object does not have',
    object({ a: true }, { additionalProperties: false }),
    { b: 1 },
    '',
    'additionalProperties',
  ],
  ['a wrong member of a map', { type: 'object', additionalProperties: { type: 'integer' } }, { k: 'x' }, '/k', 'type'],
  ['a bound', object({ own: { type: 'integer', maximum: 5 } }), { own: 6 }, '/own', 'maximum'],
  ['a pattern', object({ own: { type: 'string', pattern: '^a' } }), { own: 'b' }, '/own', 'pattern'],
  ['a type below allOf and $ref', { allOf: [{ $ref: '#/$defs/Part' }] }, { a: 1 }, '/a', 'type'],
  ['no branch of an anyOf', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'x', '', 'anyOf'],
  [
    'no branch of a oneOf',
    { oneOf: [object({ a: { const: 1 } }), object({ a: { const: 2 } })] },
    { a: 3 },
    '',
    'oneOf',
  ],
  [
    'a wrong type of a member that is named like a keyword',
    object({ not: { type: 'integer' } }),
    { not: 'x' },
    '/not',
    'type',
  ],
])('%s is decisive', async (_name, schema, body, pointer, keyword) => {
  const Part: JsonSchema = { type: 'object', properties: { a: { type: 'string' } } };
  const { decisive } = await check(schema, body, { Part });
  expect(decisive).toEqual([expect.objectContaining({ pointer, keyword })]);
});

test.each<[string, JsonSchema, Json]>([
  ['null in an optional member', object({ a: { type: 'string' } }), { a: null }],
  [
    'null in an optional member below a choice',
    object({ owner: { anyOf: [object({ phone: { type: 'string' } }, { required: ['id'] }), { type: 'null' }] } }),
    { owner: { id: '1', phone: null } },
  ],
  ['null in an optional choice', object({ 'a/b': { anyOf: [{ type: 'integer' }, { enum: ['x'] }] } }), { 'a/b': null }],
  [
    'null in an optional member of one of many',
    { type: 'array', items: object({ sent: { type: 'string' } }) },
    [{ sent: 'x' }, { sent: null }],
  ],
  ['a format', object({ a: { type: 'string', format: 'date-time' } }), { a: 'soon' }],
  ['a oneOf with two fits', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, 1],
  [
    'an anyOf whose branch fails only by its format',
    { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }] },
    'x',
  ],
  ['a bound of a member that the run sent', object({ sent: { type: 'string', maxLength: 2 } }), { sent: 'long' }],
  ['a condition', JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}'), { a: 1 }],
  ['a negation', { not: { type: 'object' } }, {}],
  ['an unevaluated member', { type: 'object', unevaluatedProperties: false }, { a: 1 }],
  ['a schema that is not there', { $ref: '#/$defs/Nowhere' }, {}],
  ['a pattern that no engine takes', object({ a: { type: 'string', pattern: '(' } }), { a: 'x' }],
])('%s is a note only', async (_name, schema, body) => {
  const { decisive, notes } = await check(schema, body);
  expect(decisive).toEqual([]);
  expect(notes.length).toBeGreaterThan(0);
});

test.each<[string, JsonSchema, Json]>([
  ['an unknown member', object({ a: true }), { a: 1, b: 2 }],
  ['a write-only required member', object({ a: { type: 'string', writeOnly: true } }, { required: ['a'] }), {}],
  [
    'a write-only required member behind a reference',
    object({ a: { $ref: '#/$defs/Secret' } }, { required: ['a'] }),
    {},
  ],
  ['a nullable member', object({ a: { type: ['string', 'null'] } }), { a: null }],
  ['a recursive schema', { $ref: '#/$defs/Tree' }, { children: [{ children: [] }] }],
  ['an example that looks like a schema', object({ a: true }, { example: { id: 'not a uri %%', $ref: 5 } }), { a: 1 }],
])('%s is nothing at all', async (_name, schema, body) => {
  const Secret: JsonSchema = { type: 'string', writeOnly: true };
  const Tree: JsonSchema = {
    type: 'object',
    required: ['children'],
    properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
  };
  expect(await check(schema, body, { Secret, Tree })).toEqual({ decisive: [], notes: [] });
});

test('a violation that is null comes last, so that it hides no other', async () => {
  const schema = object({ claimed: { type: 'string' }, a: { enum: ['x'] } }, { required: ['claimed'] });
  const { decisive } = await check(schema, { claimed: null, a: 'y' });
  expect(decisive.map(({ pointer }) => pointer)).toEqual(['/a', '/claimed']);
});

test('the schemas are left as they are', async () => {
  const schema = Object.freeze(
    object({ a: { type: 'string', writeOnly: true } }, { required: Object.freeze(['a']) as unknown as Json }),
  );
  const before = JSON.stringify(schema);
  await check(schema, { a: 1 });
  expect(JSON.stringify(schema)).toBe(before);
});
