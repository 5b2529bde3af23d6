import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonSchema } from '#verifier/plan/plan.ts';
import { createSchemaCheck } from '#verifier/schema/check-schema.ts';
import { createValidator } from '#verifier/schema/validate.ts';

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, false, 0, 1, 1.5, -2, 3, 'a', 'ab', 'b', '', '😀'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const small = fc.integer({ min: 0, max: 3 });
const key = fc.constantFrom('a', 'b', 'ab', 'c');
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const one = tie('schema');
  const list = fc.array(one, { minLength: 1, maxLength: 3 });
  const keyword: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(fc.constantFrom('string', 'object', 'array', 'integer', 'number'), fc.constant(['null', 'object'])),
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (held) => JSON.stringify(held) }),
    const: value,
    $ref: fc.constantFrom('#/$defs/Other', '#/$defs/Text'),
    properties: fc.dictionary(key, one, { maxKeys: 3 }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$', '.'), one, { maxKeys: 2 }),
    additionalProperties: one,
    unevaluatedProperties: one,
    required: fc.uniqueArray(key, { maxLength: 2 }),
    minProperties: small,
    maxProperties: small,
    propertyNames: one,
    dependentRequired: fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), { maxKeys: 2 }),
    dependentSchemas: fc.dictionary(key, one, { maxKeys: 2 }),
    prefixItems: list,
    items: one,
    contains: one,
    minContains: small,
    maxContains: small,
    unevaluatedItems: one,
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom('^a', 'b$', '^.$'),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: one,
    if: one,
    else: one,
  };
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so
  keyword['then'] = one;
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.boolean(),
      fc
        .subarray(Object.keys(keyword), { maxLength: 3 })
        .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, keyword[name]!])))),
    ) as fc.Arbitrary<JsonSchema>,
  };
});

const OTHERS: Record<string, JsonSchema> = {
  Other: { properties: { a: { type: 'string' } }, required: ['b'] },
  Text: { type: 'string', minLength: 1 },
};

test('what fits a schema is what the reference validator says', () => {
  let [fitting, compared] = [0, 0];
  fc.assert(
    fc.property(schema, value, (Body, body) => {
      const ajv = new Ajv2020({ strict: false, logger: false });
      const expected = ajv.compile({ $defs: OTHERS, allOf: [Body] })(body);
      const { errors } = createValidator({ ...OTHERS, Body })('Body', body);
      expect(errors.length === 0).toBe(expected);
      compared += 1;
      if (expected) fitting += 1;
    }),
    { numRuns: process.env['FULL_SIZE'] === '1' ? 20_000 : 60, seed: 28 },
  );
  expect(fitting).toBeGreaterThan(compared / 10);
  expect(fitting).toBeLessThan(compared * 0.9);
});

const nested = (depth: number, inner: Json): Json => (depth === 0 ? inner : { a: nested(depth - 1, inner) });
const branches = (name: string): JsonSchema => ({
  oneOf: Array.from({ length: 8 }, (_, index) => ({
    properties: { a: { $ref: `#/$defs/${name}` }, [`k${index}`]: true },
  })),
});
const numbers = Array.from({ length: 300_000 }, (_, index) => index);

test.each<[string, JsonSchema, Json, RegExp | undefined]>([
  ['branches at each of 30 depths', branches('Body'), nested(30, 1), /costs too much|too many/],
  ['300,000 unique numbers', { uniqueItems: true }, numbers, undefined],
  ['100,000 unique objects', { uniqueItems: true }, numbers.slice(0, 100_000).map((id) => ({ id })), undefined],
  [
    'objects as choices',
    { items: { enum: numbers.slice(0, 1000).map((id) => ({ id })) } },
    numbers.slice(0, 90_000).map((id) => ({ id: -id })),
    /costs too much|too many/,
  ],
  ['300,000 violations', { items: { type: 'string' } }, numbers, /too many violations/],
  [
    '200,000 violations in branches that do not count',
    { items: { anyOf: [{ type: 'string' }, {}] } },
    numbers.slice(0, 200_000),
    undefined,
  ],
  ['a schema that is only itself', { $ref: '#/$defs/Body' }, 1, /call stack/],
  [
    'a depth of 1,000',
    { properties: { a: { $ref: '#/$defs/Body' } } },
    JSON.parse('{"a":'.repeat(1_000) + '1' + '}'.repeat(1_000)) as Json,
    undefined,
  ],
  ['a multiple of almost nothing', { multipleOf: 5e-324 }, 1.7e308, undefined],
  ['a URL that backtracks', { format: 'url' }, `http://${'a'.repeat(50_000)}!`, undefined],
  ['a pattern that backtracks', { pattern: '^(\\w+\\s?)*$' }, `${'a'.repeat(50_000)}`, undefined],
  [
    '200 patterns and 2,000 members',
    { patternProperties: Object.fromEntries(numbers.slice(0, 200).map((n) => [`^(a|b${n})*$`, true])) },
    Object.fromEntries(numbers.slice(0, 2_000).map((n) => [`${'a'.repeat(200)}${n}`, n])),
    /costs too much/,
  ],
])('%s: it ends, and what costs too much is no verdict', async (_name, Body, body, problem) => {
  const startedMs = performance.now();
  const found = await createSchemaCheck({ Body })(
    'Body',
    body,
    () => new Set(),
    () => false,
    'the body',
  );
  expect(performance.now() - startedMs).toBeLessThan(30_000);
  expect(found.decisive).toEqual([]);
  const told = found.notes.map(({ message }) => message).filter((message) => message.includes('cannot be applied'));
  expect(told).toEqual(problem === undefined ? [] : [expect.stringMatching(problem)]);
});

test.each([
  ['a pattern that looks back at a group', { pattern: '^(a)\\1$' }, 'x', '^(a)\\1$'],
  [
    'names by such a pattern',
    { patternProperties: { '^(a)\\1?$': false }, additionalProperties: false },
    { a: 1 },
    '^(a)\\1?$',
  ],
])('%s is a note, and no verdict', async (_name, Body, body, pattern) => {
  expect(
    await createSchemaCheck({ Body })(
      'Body',
      body,
      () => new Set(),
      () => false,
    ),
  ).toEqual({
    decisive: [],
    notes: [{ pointer: '', keyword: 'pattern', message: `pattern not checked: ${pattern}` }],
  });
});
