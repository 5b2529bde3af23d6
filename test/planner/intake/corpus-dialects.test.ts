import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import { readSpec } from '#planner/intake/read-spec.ts';

import { integer, noBody, object, param, shows, spec, takes, text, thingSpec } from '#test/small-spec.ts';

const thing = object({ id: integer, title: text }, ['id', 'title']);
const created = { ...takes(object({ title: text }, ['title'])), responses: shows(thing, '201') };
const good = {
  '/things': { post: created },
  '/things/{id}': { get: { parameters: [param('id')], responses: shows(thing) } },
};

/** The body, query and headers of the create that a spec is planned with. */
async function createOf(given: object) {
  const { bundle, dropped } = await planFeature({ spec: given, personas: [] });
  const step = bundle.plans.flatMap(({ steps }) => steps).find(({ method }) => method === 'POST');
  if (!step) throw new Error(`nothing was planned: ${dropped.map(({ detail }) => detail).join(' ')}`);
  return step;
}

function withCreate(post: object) {
  return spec({ ...good, '/things': { post: { ...created, ...post } } });
}

describe('one malformed part is left out and told with its place, and the rest is planned', () => {
  const broken: [string, object, string][] = [
    [
      'an unresolvable schema',
      { get: { responses: shows({ $ref: '#/components/schemas/Gone' }) } },
      '#/components/schemas/Gone',
    ],
    ['an external schema', { get: { responses: shows({ $ref: 'other.yaml#/X' }) } }, 'other.yaml#/X'],
    ['an operation that is no object', { get: 'yes' }, '/paths/~1broken/get'],
    [
      'a parameter without a name',
      { get: { parameters: [{ in: 'query' }], responses: {} } },
      '/paths/~1broken/get/parameters/0',
    ],
    [
      'a schema that is only itself',
      { get: { responses: shows({ $ref: '#/components/schemas/Loop' }) } },
      'lead back to itself',
    ],
    [
      'another host',
      { get: { servers: [{ url: 'https://uploads.example.com' }], responses: noBody } },
      '/paths/~1broken/get',
    ],
  ];
  it.each(broken)('%s', async (_, item, named) => {
    const schemas = { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } };
    const given = { ...spec({ ...good, '/broken': item }, { schemas }), servers: [{ url: 'https://api.example.com' }] };
    const { operations, bundle, warnings } = await planFeature({ spec: given, personas: [] });
    expect(operations.map(({ key }) => key)).toEqual(['POST /things', 'GET /things/{id}']);
    expect(bundle.plans.length).toBeGreaterThan(0);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('GET /broken is left out');
    expect(warnings[0]).toContain(named);
  });

  const sorted = (required: boolean) => {
    const sort = { name: 'sort', in: 'query', required, schema: { $ref: '#/components/schemas/Gone' } };
    return spec({ ...good, '/things': { post: created, get: { parameters: [sort, limit], responses: shows(thing) } } });
  };
  const limit = { name: 'limit', in: 'query', schema: integer };

  it('a parameter that a request need not have', async () => {
    const { operations, warnings } = await readSpec(sorted(false));
    expect(operations.find(({ key }) => key === 'GET /things')?.parameters.map(({ name }) => name)).toEqual(['limit']);
    expect(warnings).toEqual([expect.stringMatching(/^The parameter "sort" of GET \/things is left out: .*Gone/)]);
  });

  it('what a refusal holds', async () => {
    const gone = { $ref: '#/components/schemas/Gone' };
    const refusals = { ...shows(gone, '404'), 409: { $ref: '#/components/responses/Conflict' } };
    const { operations, warnings } = await readSpec(
      spec({ '/things': { post: { ...created, responses: { ...created.responses, ...refusals } } } }),
    );
    expect(Object.keys(operations[0]?.responses ?? {})).toEqual(['201', '404', '409']);
    expect(warnings).toEqual([
      expect.stringMatching(/^The answer 404 of POST \/things is left out: .*Gone/),
      expect.stringMatching(/^The answer 409 of POST \/things is left out: .*Conflict/),
    ]);
  });

  it('an operation, where it cannot be called without the parameter', async () => {
    const { operations, warnings } = await readSpec(sorted(true));
    expect(operations.map(({ key }) => key)).not.toContain('GET /things');
    expect(warnings).toEqual([expect.stringMatching(/^GET \/things is left out: .*Gone/)]);
  });

  it('a broken schema that two operations reach through others leaves out both, told once', async () => {
    const schemas = {
      A: object({ b: { $ref: '#/components/schemas/B' } }),
      B: object({ a: { $ref: '#/components/schemas/A' }, gone: { $ref: '#/components/schemas/Gone' } }),
    };
    const get = (name: string) => ({ get: { responses: shows({ $ref: `#/components/schemas/${name}` }) } });
    const model = await readSpec(spec({ ...good, '/b': get('B'), '/a': get('A') }, { schemas }));
    expect(model.operations.map(({ path }) => path)).toEqual(['/things', '/things/{id}']);
    expect(model.warnings).toHaveLength(1);
    expect(model.warnings[0]).toContain('and 1 more are left out');
  });

  it('templates that differ only in a parameter name', async () => {
    const get = { responses: noBody };
    const model = await readSpec(spec({ ...good, '/x/{a}': { get }, '/x/{b}': { get, delete: get } }));
    expect(model.operations.map(({ key }) => key)).toEqual(['POST /things', 'GET /things/{id}', 'DELETE /x/{b}']);
    expect(model.warnings.join(' ')).toContain('GET /x/{a} and GET /x/{b} are one and the same request');
  });

  it('schemas that contradict themselves get no value, and say so', async () => {
    const never = { allOf: [text, { enum: [1] }] };
    const { dropped } = await planFeature({ spec: withCreate(takes(object({ never }, ['never']))), personas: [] });
    expect(dropped.map(({ reason }) => reason)).toContain('NO_VALUE_FITS');
  });
});

describe('bombs end in a clear refusal or a plan, never in a crash', () => {
  it('a chain of ten thousand references', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`S${at}`, { $ref: `#/components/schemas/S${at + 1}` }]),
    );
    const given = spec(
      { '/a': { get: { responses: shows({ $ref: '#/components/schemas/S0' }) } } },
      { schemas: chain },
    );
    await expect(readSpec(given)).rejects.toMatchObject({ name: 'SpecError' });
  });

  it('ten thousand schemas nested through properties', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [
        `S${at}`,
        object({ next: { $ref: `#/components/schemas/S${(at + 1) % 10_000}` } }),
      ]),
    );
    const given = spec({ '/a': { get: { responses: shows({ $ref: '#/components/schemas/S0' }) } } }, { schemas });
    expect((await planFeature({ spec: given, personas: [] })).operations).toHaveLength(1);
  });

  it('ten thousand operations', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`/p${at}`, { get: { responses: noBody } }]),
    );
    expect((await planFeature({ spec: spec({ ...good, ...paths }), personas: [] })).operations).toHaveLength(10_002);
  });
});

describe('media types, statuses and servers as they are found', () => {
  it.each([
    'application/vnd.acme.v2+json',
    'application/json; charset=utf-8',
    'text/json',
    'application/merge-patch+json',
    '*/*',
  ])('a body of %s is JSON', async (type) => {
    const content = { [type]: { schema: object({ title: text }, ['title']) } };
    const step = await createOf(withCreate({ requestBody: { content } }));
    expect(step.body?.contentType).toBe(type === '*/*' ? 'application/json' : type);
  });

  it.each(['2XX', '2xx', 'default'])('a success documented as %s is a success', async (status) => {
    expect((await createOf(withCreate({ responses: shows(thing, status) }))).expect.status).toEqual(['2XX']);
  });

  it('an answer that never has a body has none, whatever is said of it', async () => {
    const content = { 'application/json': { schema: { type: 'null' } } };
    const document = thingSpec({ title: text });
    const { '/things/{id}': one } = document.paths as unknown as Record<string, { delete: object }>;
    Object.assign(one?.delete ?? {}, { responses: { '204': { description: 'done', content } } });
    const { bundle } = await planFeature({ spec: document, personas: [] });
    const gone = bundle.plans.find(({ kind }) => kind === 'delete-gone');
    expect(gone?.steps.find(({ method }) => method === 'DELETE')?.expect.responses['204']?.schema).toBeUndefined();
    expect(gone).toBeDefined();
  });

  it('an operation with a server below the base path is called there', async () => {
    const given = {
      ...withCreate({ servers: [{ url: 'https://api.example.com/v1/beta' }] }),
      servers: [{ url: 'https://api.example.com/v1' }],
    };
    const model = await readSpec(given);
    expect(model.basePath).toBe('/v1');
    expect(model.operations.map(({ key }) => key)).toContain('POST /beta/things');
  });
});

describe('forms and parameters are written as documented', () => {
  it('an urlencoded form is planned, proved and typed', async () => {
    const schema = object({ title: text, size: integer, tags: { type: 'array', items: text, example: ['a', 'b'] } }, [
      'title',
      'size',
      'tags',
    ]);
    const shown = object({ id: integer, title: text, size: integer }, ['id', 'title', 'size']);
    const given = withCreate({
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
      responses: shows(shown, '201'),
    });
    const step = await createOf(given);
    expect(step.body?.contentType).toBe('application/x-www-form-urlencoded');
    expect(step.assert.map((one) => 'pointer' in one && one.pointer)).toContain('/size');
  });

  it('a form leaves out optional members that are written with brackets, and cannot be filled where one is required', async () => {
    const form = (required: string[]) => ({
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: object({ title: text, meta: object({ a: text }) }, required),
            encoding: { meta: { style: 'deepObject' } },
          },
        },
      },
    });
    expect((await readSpec(withCreate(form(['title'])))).operations[0]?.body?.schema).not.toHaveProperty(
      'properties.meta',
    );
    await expect(createOf(withCreate(form(['meta'])))).rejects.toThrow(/nor a form/);
  });

  const list = { type: 'array', items: text, example: ['a', 'b'] };
  const range = {
    type: 'object',
    properties: { from: integer, to: integer },
    required: ['from', 'to'],
    example: { from: 1, to: 2 },
  };
  it.each([
    ['form', { schema: list }, { q: ['a', 'b'] }],
    ['form, not exploded', { schema: list, explode: false }, { q: 'a,b' }],
    ['pipeDelimited', { schema: list, style: 'pipeDelimited' }, { q: 'a|b' }],
    ['spaceDelimited', { schema: list, style: 'spaceDelimited' }, { q: 'a b' }],
    ['deepObject', { schema: range, style: 'deepObject' }, { 'q[from]': 1, 'q[to]': 2 }],
    ['an exploded object', { schema: range }, { from: 1, to: 2 }],
    ['JSON content', { content: { 'application/json': { schema: range } } }, { q: '{"from":1,"to":2}' }],
  ])('a query parameter in style %s', async (_, parameter, expected) => {
    const step = await createOf(withCreate({ parameters: [{ name: 'q', in: 'query', required: true, ...parameter }] }));
    expect(step.params.query).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, literal]) => [name, { literal }])),
    );
  });

  it('header and cookie parameters', async () => {
    const parameters = [
      { name: 'X-Tags', in: 'header', required: true, schema: list },
      { name: 'lang', in: 'cookie', required: true, schema: { type: 'string', enum: ['de;x'] } },
    ];
    expect((await createOf(withCreate({ parameters }))).params.header).toEqual({
      'X-Tags': { literal: 'a,b' },
      cookie: { literal: 'lang=de%3Bx' },
    });
  });

  it('OpenAPI 2.0 forms and lists', async () => {
    const model = await readSpec({
      swagger: '2.0',
      info: { title: 'Forms', version: '1' },
      paths: {
        '/a': {
          post: {
            consumes: ['application/x-www-form-urlencoded'],
            parameters: [
              { name: 'title', in: 'formData', type: 'string', required: true },
              { name: 'csv', in: 'query', type: 'array', items: text },
              { name: 'multi', in: 'query', type: 'array', items: text, collectionFormat: 'multi' },
            ],
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    });
    const [post] = model.operations;
    expect(post?.body).toMatchObject({
      contentType: 'application/x-www-form-urlencoded',
      schema: { required: ['title'] },
    });
    expect(post?.parameters.map(({ name, explode }) => [name, explode])).toEqual([
      ['csv', false],
      ['multi', true],
    ]);
  });
});

describe('composition', () => {
  const kind = { type: 'object', required: ['kind'], properties: { kind: text } };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const petsWith = (schemas: object, sent: object) =>
    spec({ ...good, '/things': { post: { ...created, ...takes(sent as Record<string, unknown>) } } }, { schemas });
  const cat = object({ title: text, lives: integer }, ['title', 'lives']);
  const sentBy = async (given: object) => (await createOf(given)).body?.value;
  const mapping = { propertyName: 'kind', mapping: { 'a-cat': '#/components/schemas/Cat' } };

  it.each([
    [
      'oneOf with a mapping',
      petsWith({ Cat: { allOf: [kind, cat] } }, { oneOf: [ref('Cat'), object({})], discriminator: mapping }),
      'a-cat',
    ],
    [
      'oneOf without a mapping: the name of the schema',
      petsWith(
        { Cat: { allOf: [kind, cat] } },
        { oneOf: [ref('Cat'), object({})], discriminator: { propertyName: 'kind' } },
      ),
      'Cat',
    ],
    [
      'a base that is a choice of its children',
      petsWith({ Pet: { ...kind, discriminator: mapping }, Cat: { allOf: [ref('Pet'), cat] } }, ref('Pet')),
      'a-cat',
    ],
    [
      'a base that is mapped to itself',
      petsWith(
        {
          Pet: { allOf: [kind, cat], discriminator: { propertyName: 'kind', mapping: { pet: 'Pet', x: 'Cat' } } },
          Cat: cat,
        },
        { oneOf: [ref('Pet'), object({})], discriminator: { propertyName: 'kind', mapping: { pet: 'Pet' } } },
      ),
      'pet',
    ],
    [
      'a child of such a base',
      petsWith({ Pet: { ...kind, discriminator: mapping }, Cat: { allOf: [ref('Pet'), cat] } }, ref('Cat')),
      'a-cat',
    ],
    [
      'a child that says itself what it is',
      petsWith(
        {
          Pet: { ...kind, discriminator: { propertyName: 'kind' } },
          Cat: { allOf: [ref('Pet'), cat, object({ kind: { type: 'string', enum: ['feline'] } })] },
        },
        ref('Cat'),
      ),
      'feline',
    ],
  ])('the discriminator is sent: %s', async (_, given, expected) => {
    expect(await sentBy(given)).toMatchObject({
      object: { kind: { literal: expected }, lives: expect.anything(), title: expect.anything() },
    });
  });

  it('a mapping to nothing and a mapping that leads in a circle are no choice', async () => {
    const from = (values: object) => ({ propertyName: 'kind', mapping: values });
    const pet = { ...kind, discriminator: from({ a: 'Cat', c: 'Gone', d: 'Other' }) };
    const schemas = {
      Pet: pet,
      Cat: { allOf: [ref('Pet'), cat], discriminator: from({ b: 'Pet' }) },
      Other: { ...object({ pet: ref('Pet') }), discriminator: from({ e: 'Pet' }) },
    };
    expect(await sentBy(petsWith(schemas, ref('Pet')))).toMatchObject({ object: { kind: { literal: 'a' } } });
  });

  it('allOf keeps the tighter bound, the shared enum members and either required', async () => {
    const { schemas } = await readSpec(thingSpec({ title: text }));
    const flat = schemas.flatten({
      allOf: [
        { type: 'number', minimum: 1, maximum: 9, enum: [1, 5, 9] },
        { type: 'integer', minimum: 3, maximum: 20, enum: [5, 9, 11] },
      ],
    });
    expect(flat.types).toEqual(['integer']);
    expect(flat.rest).toEqual({ minimum: 3, maximum: 9, enum: [5, 9] });
  });
});
