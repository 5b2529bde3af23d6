import { object, param, shows, spec, takes, text, thingSpec } from '../../support/small-spec.ts';

/** A spec that is to do harm; `make` gives its text, JSON or YAML. */
export type HostileSpec = { name: string; make: () => string };

type Schema = Record<string, unknown>;

const json = (document: unknown): string => JSON.stringify(document);
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const entries = <T>(count: number, make: (index: number) => [string, T]) => Object.fromEntries(many(count, make));

/** A thing whose one field has the schema. */
const field = (schema: Schema, schemas: Record<string, Schema> = {}) => ({
  ...thingSpec({ field: schema }),
  components: { schemas },
});
const nested = (depth: number, wrap: (inner: Schema) => Schema, leaf: Schema = text): Schema =>
  many(depth, (at) => at).reduce((inner) => wrap(inner), leaf);
const levels = (count: number, make: (next: Schema) => Schema): Record<string, Schema> => ({
  ...entries(count, (at): [string, Schema] => [`L${at}`, make(ref(`L${at + 1}`))]),
  [`L${count}`]: object({ leaf: text }, ['leaf']),
});
const ofField = (name: string, schema: Schema, schemas?: Record<string, Schema>): HostileSpec => ({
  name,
  make: () => json(field(schema, schemas)),
});
const ofDocument = (name: string, make: () => unknown): HostileSpec => ({ name, make: () => json(make()) });
const prose = (name: string, description: string): HostileSpec => ({
  name: `prose: ${name}`,
  make: () => {
    const document = thingSpec({ title: text }) as { paths: Record<string, Record<string, object>> };
    const [create] = Object.values(document.paths);
    return json({
      ...document,
      paths: { ...document.paths, '/things': { ...create, post: { ...create!['post'], description } } },
    });
  },
});

const evil = `${'a'.repeat(60)}!`;
const patterns = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^(.*a){20}$',
  '(x+x+)+y',
  '^([a-zA-Z]+)*$',
  '^(\\w+\\s?)*$',
  '^((a+)*)*b$',
  '^(?=(a+)+$)a',
  '^(a?){40}a{40}$',
  '^(a+)\\1+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(a{1000}){1000}$',
  `${'('.repeat(3000)}a${')'.repeat(3000)}`,
].map((pattern) => ofField(`pattern ${pattern.slice(0, 30)}`, { type: 'string', pattern, example: evil }));

const limits = [
  ofField('minLength 2^31', { type: 'string', minLength: 2 ** 31 }),
  ofField('minLength 500,000,000', { type: 'string', minLength: 5e8 }),
  ofField('minLength 1e308', { type: 'string', minLength: 1e308 }),
  ofField('minItems 1,000,000,000', { type: 'array', items: text, minItems: 1e9 }),
  ofField(
    'minItems 10 in 12 levels',
    nested(12, (items) => ({ type: 'array', items, minItems: 10 })),
  ),
  ofField('minItems 1 of itself', ref('List'), { List: { type: 'array', items: ref('List'), minItems: 1 } }),
  ofField('maxItems 1e9 and unique', { type: 'array', items: text, maxItems: 1e9, minItems: 9e8, uniqueItems: true }),
  ofField('minProperties 1e9', { type: 'object', minProperties: 1e9, additionalProperties: text }),
  ofField('multipleOf 1e-300', { type: 'number', multipleOf: 1e-300, minimum: 1e308 }),
  ofField('multipleOf 0', { type: 'integer', multipleOf: 0, minimum: -1e308, maximum: -1e307 }),
  ofField('enum of 100,000', { type: 'string', enum: many(100_000, (at) => `value ${at}`) }),
  ofField(
    '10,000 required members',
    object(
      entries(10_000, (at) => [`m${at}`, text]),
      many(10_000, (at) => `m${at}`),
    ),
  ),
];

const compositions = [
  ofField(
    'allOf fan-out 2^20',
    ref('L0'),
    levels(20, (next) => ({ allOf: [next, next] })),
  ),
  ofField(
    'oneOf fan-out 2^20',
    ref('L0'),
    levels(20, (next) => ({ oneOf: [next, next] })),
  ),
  ofField(
    'anyOf fan-out 3^20',
    ref('L0'),
    levels(20, (next) => ({ anyOf: [next, next, next] })),
  ),
  ofField(
    'members fan-out 4^20',
    ref('L0'),
    levels(20, (next) => object({ a: next, b: next, c: next, d: next }, ['a', 'b', 'c', 'd'])),
  ),
  ofField('members of itself', ref('Node'), {
    Node: object(
      entries(10, (at) => [`n${at}`, ref('Node')]),
      many(10, (at) => `n${at}`),
    ),
  }),
  ofField('allOf of itself', ref('A'), { A: { allOf: [ref('A'), object({ a: text })] } }),
  ofField('anyOf of itself', ref('A'), { A: { anyOf: [ref('A'), ref('A'), text] } }),
  ofField('oneOf cycle of three', ref('A'), {
    A: { oneOf: [ref('B'), ref('C')] },
    B: { oneOf: [ref('C'), ref('A')] },
    C: { oneOf: [ref('A'), ref('B')] },
  }),
  ofField(
    'allOf chain of 5,000',
    ref('L0'),
    levels(5_000, (next) => ({ allOf: [next, object({ a: text })] })),
  ),
  ofField(
    'references in a row, 5,000',
    ref('L0'),
    levels(5_000, (next) => next),
  ),
  ofField('reference cycle', ref('A'), { A: ref('B'), B: ref('A') }),
  ofField('discriminator cycle', ref('A'), {
    A: {
      type: 'object',
      properties: { kind: text },
      discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' } },
    },
    B: { allOf: [ref('A'), ref('B')] },
  }),
  ofField('discriminator with 3,000 children', ref('Base'), {
    Base: {
      type: 'object',
      properties: { kind: text },
      discriminator: {
        propertyName: 'kind',
        mapping: entries(3_000, (at) => [`k${at}`, `#/components/schemas/K${at}`]),
      },
    },
    ...entries(3_000, (at): [string, Schema] => [`K${at}`, { allOf: [ref('Base'), object({ [`f${at}`]: text })] }]),
  }),
  ofField(
    'not of not, 60 levels',
    nested(50, (not) => ({ not })),
  ),
  ofField('if, then and else of itself', ref('A'), {
    A: Object.fromEntries(['if', 'then', 'else'].map((key) => [key, ref('A')])),
  }),
  ofField('additionalProperties of itself', ref('A'), {
    A: { type: 'object', additionalProperties: ref('A'), minProperties: 1 },
  }),
  ofField('patternProperties', { type: 'object', patternProperties: { '^(a+)+$': text }, example: { [evil]: 'x' } }),
  ofField('propertyNames', { type: 'object', propertyNames: { pattern: '^(a|a)*$' }, example: { [evil]: 'x' } }),
  ofField('merged members that double', ref('Node'), {
    Part: object({ child: ref('Node'), leaf: text }, ['child']),
    Node: { allOf: [ref('Part'), object({ child: { allOf: [ref('Node'), object({})] } })] },
  }),
];

const references = [
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  'https://127.0.0.1:1/spec.json',
  '../../../etc/passwd#/a',
  '#/__proto__/polluted',
  '#/constructor/prototype',
  '#/components/schemas/%E0%A4%A',
  '#/info/title',
].map(($ref) => ofField(`$ref ${$ref}`, { $ref }));

const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n';
const texts: HostileSpec[] = [
  { name: 'JSON of 100,000 levels', make: () => `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
  { name: 'YAML flow maps, 1.2 MB', make: () => `${head}x: ${'{a: '.repeat(300_000)}` },
  { name: 'YAML flow lists, closed', make: () => `${head}x: ${'['.repeat(50_000)}${']'.repeat(50_000)}` },
  {
    name: 'YAML block of 5,000 levels',
    make: () => `${head}x:\n${many(5_000, (at) => `${' '.repeat(at + 1)}a:`).join('\n')}`,
  },
  { name: 'YAML broken quotes, 5 MB', make: () => `${head}${'x: "\n'.repeat(1_000_000)}` },
  { name: 'YAML broken quotes, 900 KB', make: () => `${head}${'x: "a\n'.repeat(150_000)}` },
  { name: 'YAML broken flow, 900 KB', make: () => `${head}x: [${'{a: [b, '.repeat(100_000)}` },
  {
    name: 'YAML billion laughs',
    make: () =>
      `${head}a0: &a0 [x]\n${many(9, (at) => `a${at + 1}: &a${at + 1} [${many(10, () => `*a${at}`).join(', ')}]`).join('\n')}`,
  },
  {
    name: 'YAML merges',
    make: () =>
      `${head}x: &a {${many(400, (at) => `m${at}: 1`).join(', ')}}\n${many(300, (at) => `x${at}: {<<: *a}`).join('\n')}`,
  },
  {
    name: 'YAML tags',
    make: () => `${head}x: !!js/function "function () { process.exit(0) }"\ny: !!python/object/apply:os.system ["id"]`,
  },
  { name: 'YAML with 100,000 equal keys', make: () => `${head}${'x: 1\n'.repeat(100_000)}` },
  { name: 'NUL and control characters', make: () => `${head}x: "\u0000\u0001"\n\u0000` },
  {
    name: 'half surrogates',
    make: () => json(field({ type: 'string', enum: ['\ud800', '\udfff'], example: '\ud800' })),
  },
  { name: 'a member named __proto__', make: () => json(thingSpec({ title: text })).replace('"title"', '"__proto__"') },
  { name: 'number 1e999', make: () => json(field({ type: 'number', minimum: 77 })).replaceAll('77', '1e999') },
  {
    name: 'more than 16 MiB',
    make: () => json({ ...thingSpec({ title: text }), 'x-filler': 'a'.repeat(17 * 1024 * 1024) }),
  },
  {
    name: 'two million values',
    make: () => json({ ...thingSpec({ title: text }), 'x-filler': many(2_000_100, () => 1) }),
  },
];

const documents = [
  ofDocument('a path of 100,000 letters', () =>
    spec({ [`/${'a'.repeat(100_000)}`]: { get: { responses: shows(text) } } }),
  ),
  ofDocument('1,000 path parameters', () =>
    spec({
      [many(1_000, (at) => `/{p${at}}`).join('')]: {
        parameters: many(1_000, (at) => param(`p${at}`)),
        get: { responses: shows(text) },
      },
    }),
  ),
  ofDocument('a path that is a regular expression', () =>
    spec({ '/a(b+)+$/[x]*/{id}': { parameters: [param('id')], get: { responses: shows(text) } } }),
  ),
  ofDocument('100,000 operations', () => spec(entries(100_000, (at) => [`/p${at}`, { get: { responses: {} } }]))),
  ofDocument('5,000 parameters', () =>
    spec({
      '/things': {
        get: {
          parameters: many(5_000, (at) => ({ name: `q${at}`, in: 'query', schema: text })),
          responses: shows({ type: 'array', items: object({ id: text }) }),
        },
      },
    }),
  ),
  ofDocument('one operationId 5,000 times, 100 KB long', () =>
    spec(entries(50, (at) => [`/p${at}`, { get: { operationId: 'o'.repeat(100_000), responses: shows(text) } }])),
  ),
  ofDocument('examples that repeat, 5 MB', () =>
    field({ type: 'object', example: nested(60, (a) => ({ a }), { a: 'x'.repeat(5_000_000) }) }),
  ),
  ofDocument('a body of 20,000 examples', () =>
    field({ type: 'string', examples: many(20_000, (at) => `${at} ${evil}`), pattern: '^(a+)+$' }),
  ),
  ofDocument('a parameter that refers to itself', () => ({
    ...spec({ '/things': { get: { parameters: [{ $ref: '#/components/parameters/P' }], responses: {} } } }),
    components: { parameters: { P: { $ref: '#/components/parameters/P' } } },
  })),
  ofDocument('Swagger 2.0 that refers to itself', () => ({
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/things': {
        post: {
          parameters: [{ in: 'body', name: 'b', schema: { $ref: '#/definitions/A' } }],
          responses: { 201: { description: 'd', schema: { $ref: '#/definitions/A' } } },
        },
      },
    },
    definitions: { A: { allOf: [{ $ref: '#/definitions/A' }, { $ref: '#/definitions/A' }] } },
  })),
  prose('only, 200 KB', 'only the owner may '.repeat(10_000)),
  prose('spaces, 200 KB', `A member can${' '.repeat(200_000)}x`),
];

/** The kinds of a security review, and as many more. */
export const corpus: HostileSpec[] = [
  ...patterns,
  ...limits,
  ...compositions,
  ...references,
  ...texts,
  ...documents,
  {
    name: 'nothing but a body that takes itself',
    make: () =>
      json(
        spec(
          { '/things': { post: { ...takes(ref('A')), responses: shows(ref('A'), '201') } } },
          { schemas: { A: object({ a: ref('A') }, ['a']) } },
        ),
      ),
  },
];
