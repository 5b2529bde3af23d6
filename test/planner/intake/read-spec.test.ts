import { describe, expect, it } from 'vitest';

import { readDocument } from '#planner/intake/document/read-document.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';

import { param, shows, spec, text } from '#test/small-spec.ts';

async function refusal(given: string | object): Promise<SpecError> {
  try {
    await readSpec(given);
  } catch (error) {
    if (error instanceof SpecError) return error;
    throw error;
  }
  throw new Error('the spec was accepted');
}

function nested(depth: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = { type: 'array', items: schema };
  return schema;
}

const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n';

describe('a spec that cannot be read is refused with the cause, the place and the fix', () => {
  it.each([
    ['empty text', ' \n', 'SPEC_INVALID', /empty/],
    ['broken JSON', '{"openapi": "3.1.0",', 'SPEC_INVALID', /not valid JSON/],
    ['broken YAML', 'openapi: "3.1.0\npaths: {', 'SPEC_INVALID', /not valid YAML/],
    ['a member twice', `${head}paths:\n  /a: {}\n  /a: {}`, 'SPEC_INVALID', /must be unique at line 5, column 3/],
    ['an alias of nothing', `${head}paths: *gone`, 'SPEC_INVALID', /not valid YAML: Unresolved alias .*gone/],
    ['a merge of no map', `${head}paths: {<<: 3}`, 'SPEC_INVALID', /not valid YAML: Merge sources/],
    ['a list', '[]', 'SPEC_INVALID', /not an object/],
    ['a plain text', 'hello', 'SPEC_INVALID', /not an object/],
    ['an HTML page', '<!DOCTYPE html>\n<html><body>Docs</body></html>', 'SPEC_INVALID', /HTML page/],
    ['a GraphQL schema', '# shop\ntype Query {\n  items: [Item!]!\n}', 'SPEC_INVALID', /a GraphQL schema/],
    ['a GraphQL answer', '{"data": {"__schema": {}}}', 'SPEC_INVALID', /an answer of GraphQL/],
    ['a gRPC file', '// shop\nsyntax = "proto3";\nservice Shop {}', 'SPEC_INVALID', /a Protocol Buffers file/],
    ['AsyncAPI', 'asyncapi: 3.0.0\ninfo: {title: T}', 'SPEC_INVALID', /an AsyncAPI document/],
    ['Arazzo', 'arazzo: 1.0.1\nworkflows: []', 'SPEC_INVALID', /an Arazzo document/],
    [
      'a Postman collection',
      '{"info": {"_postman_id": "1", "name": "T"}, "item": []}',
      'SPEC_INVALID',
      /a Postman coll/,
    ],
    ['an Insomnia export', '{"_type": "export", "resources": []}', 'SPEC_INVALID', /an Insomnia export/],
    ['XML', '<?xml version="1.0"?><definitions/>', 'SPEC_INVALID', /is XML/],
    ['no version', '{"paths": {}}', 'SPEC_INVALID', /neither "openapi" nor "swagger"/],
    ['an unknown version', '{"openapi": "4.0.0", "paths": {}}', 'SPEC_INVALID', /4\.0\.0 is not supported/],
    ['no paths', '{"openapi": "3.1.0"}', 'SPEC_INVALID', /no "paths"/],
    ['more than 16 MiB', `{"openapi": "3.1.0", "x": "${'a'.repeat(17 * 1024 * 1024)}"}`, 'SPEC_TOO_COMPLEX', /16 MiB/],
    ['a number that JSON lacks', `${head}paths: {}\nx: .inf`, 'SPEC_INVALID', /not JSON/],
    ['YAML nested very deeply', `${head}x: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'SPEC_TOO_COMPLEX', /nested/],
    ['YAML with a member named __proto__', `${head}paths: {}\n"__proto__": {a: 1}`, 'SPEC_INVALID', /__proto__/],
  ])('%s', async (_, given, code, message) => {
    const error = await refusal(given);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.fix).not.toBe('');
  });

  it.each([
    ['{"openapi": "3.1.0", "pahts": {}}', 'Did you mean "paths" by "pahts"? '],
    ['opnapi: 3.1.0\npaths: {}', 'Did you mean "openapi" by "opnapi"? '],
  ])('a mistyped member is named by the one that was meant: %s', async (given, fix) => {
    expect((await refusal(given)).fix).toContain(fix);
  });

  it('nesting deeper than 64 levels, without recursing', async () => {
    const error = await refusal(spec({}, { schemas: { Deep: nested(70) } }));
    expect(error.code).toBe('SPEC_TOO_COMPLEX');
    expect(error.pointer).toContain('/components/schemas/Deep');
    expect((await refusal(spec({}, { schemas: { Deep: nested(100_000) } }))).code).toBe('SPEC_TOO_COMPLEX');
  });

  it('aliases that expand to more than two million values', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const inner = level === 0 ? '"x"' : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array.from({ length: 10 }, () => inner).join(', ')}]`;
    });
    const error = await refusal(`${head}paths: {}\nx:\n${levels.map((line) => `  ${line}`).join('\n')}\n`);
    expect(error.code).toBe('SPEC_TOO_COMPLEX');
    expect(error.message).toMatch(/2,000,000/);
  });

  it('aliases of long texts that expand to more than 16 MiB', async () => {
    const list = Array.from({ length: 900 }, () => '*a').join(', ');
    const error = await refusal(`${head}paths: {}\nx: &a "${'a'.repeat(1_000_000)}"\ny: [${list}]\n`);
    expect([error.code, error.message]).toEqual(['SPEC_TOO_COMPLEX', expect.stringMatching(/16 MiB/)]);
  });

  it('more than a thousand aliases', async () => {
    const list = Array.from({ length: 1_001 }, () => '*a').join(', ');
    expect((await refusal(`${head}paths: {}\nx: &a 1\ny: [${list}]\n`)).message).toMatch(/1,000 aliases/);
  });

  it('more than a hundred thousand merged members', async () => {
    const members = Array.from({ length: 400 }, (_, index) => `m${index}: 1`).join(', ');
    const merges = Array.from({ length: 300 }, (_, index) => `x${index}: {<<: *a}`).join('\n');
    const error = await refusal(`${head}paths: {}\nx: &a {${members}}\n${merges}\n`);
    expect([error.code, error.message]).toEqual(['SPEC_TOO_COMPLEX', expect.stringMatching(/100,000 members by "<<"/)]);
  });

  it('more than 20,000 operations', async () => {
    const paths = Array.from({ length: 20_001 }, (_, index) => [`/p${index}`, { get: { responses: {} } }]);
    const error = await refusal(spec(Object.fromEntries(paths)));
    expect(error.code).toBe('SPEC_TOO_COMPLEX');
    expect(error.message).toMatch(/20,000 operations/);
  });

  it('a document that contains itself', async () => {
    const cyclic: { [key: string]: unknown } = spec({});
    cyclic['x'] = { again: cyclic };
    expect((await refusal(cyclic)).message).toMatch(/contains itself/);
  });

  it.each(['other.yaml#/Thing', 'https://example.com/thing.json', 'file:///etc/passwd', '#anchor'])(
    'the external reference %s, which is named and never followed',
    async (reference) => {
      const error = await refusal(spec({ '/things': { get: { responses: shows({ $ref: reference }) } } }));
      expect(error.message).toContain(reference);
      expect(error.pointer).toContain('/paths/~1things/get/responses/200');
    },
  );

  it('a reference to nothing, and one that only leads back to itself', async () => {
    const missing = spec({ '/things': { get: { responses: shows({ $ref: '#/components/schemas/Gone' }) } } });
    expect((await refusal(missing)).message).toContain('#/components/schemas/Gone');
    const loop = { $ref: '#/components/parameters/Loop' };
    const circle = spec({ '/things': { parameters: [loop], get: { responses: {} } } }, { parameters: { Loop: loop } });
    expect((await refusal(circle)).message).toMatch(/leads back to itself/);
  });

  it.each([
    ['a path without a slash', { things: { get: { responses: {} } } }],
    ['responses that are no object', { '/things': { get: { responses: [] } } }],
    ['an operation that is no object', { '/things': { get: 'yes' } }],
    ['a parameter without a name', { '/things': { get: { parameters: [{ in: 'query' }], responses: {} } } }],
    ['parameters that are no list', { '/things': { get: { parameters: {}, responses: {} } } }],
  ])('%s', async (_, paths) => {
    const error = await refusal(spec(paths));
    expect(error.code).toBe('SPEC_INVALID');
    expect(error.pointer).toMatch(/^\/paths\//);
  });
});

describe('what is read', () => {
  const yaml = `${head}paths:\n  /a:\n    get: &get {responses: {200: {description: ok}}}\n  /b:\n    get: *get\n`;

  it('is the same for JSON and YAML text of one document', async () => {
    const fromYaml = await readSpec(yaml);
    const fromJson = await readSpec(
      JSON.stringify(spec({ '/a': { get: { responses: { '200': { description: 'ok' } } } } })),
    );
    expect(fromYaml.operations.map(({ key }) => key)).toEqual(['GET /a', 'GET /b']);
    expect(fromJson.operations.map(({ key }) => key)).toEqual(['GET /a']);
    expect(fromYaml.specHash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('is read from YAML as it is written in the wild', async () => {
    const wild = [
      'required: [\n  a\n]',
      'merged: {<<: &b {one: 1}, two: 2}',
      'tagged: !Sub x',
      'listed: !Ref [a]',
      'day: 2020-01-01',
      'time: 12:30',
      'no: no',
      'nothing: ~',
      '200: ok',
      'folded: >-\n  a: b\n  c',
      'quoted: "Don\u0092t"',
    ].join('\n');
    expect(await readDocument(wild)).toEqual({
      required: ['a'],
      merged: { one: 1, two: 2 },
      tagged: 'x',
      listed: ['a'],
      day: '2020-01-01',
      time: '12:30',
      no: 'no',
      nothing: null,
      '200': 'ok',
      folded: 'a: b c',
      quoted: 'Don\u0092t',
    });
  });

  it('is read from YAML in a time that grows with its length', async () => {
    const members = Array.from({ length: 100_000 }, (_, index) => `x-${index}: 1`).join('\n');
    expect(Object.keys(await readDocument(members))).toHaveLength(100_000);
  });

  it('keeps recursive schemas as references', async () => {
    const node = { type: 'object', properties: { child: { $ref: '#/components/schemas/Node' } } };
    const model = await readSpec(
      spec(
        { '/nodes': { get: { responses: shows({ $ref: '#/components/schemas/Node' }) } } },
        { schemas: { Node: node } },
      ),
    );
    const schema = model.byKey.get('GET /nodes')?.responses['200']?.schema ?? true;
    expect([...model.schemas.reachable(schema)]).toEqual(['Node']);
    expect(model.schemas.definition('Node')).toEqual({
      type: 'object',
      properties: { child: { $ref: '#/$defs/Node' } },
    });
  });

  it('says nullable, exclusive bounds and examples in one dialect, and keeps properties that have such names', async () => {
    const schema = {
      description: 'dropped',
      type: 'object',
      properties: {
        example: { type: 'string', nullable: true, example: 'e' },
        nullable: { type: 'integer', minimum: 1, exclusiveMinimum: true },
        state: { 'x-nullable': true, type: 'string', enum: ['A'] },
        other: { nullable: true, allOf: [{ type: 'string' }] },
        zone: { type: 'string', enum: [] },
      },
    };
    const model = await readSpec({ ...spec({ '/a': { get: { responses: shows(schema) } } }), openapi: '3.0.3' });
    expect(model.byKey.get('GET /a')?.responses['200']?.schema).toEqual({
      type: 'object',
      properties: {
        example: { type: ['string', 'null'], examples: ['e'] },
        nullable: { type: 'integer', exclusiveMinimum: 1 },
        state: { type: ['string', 'null'], enum: ['A', null] },
        other: { anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
        zone: { type: 'string' },
      },
    });
  });

  it('joins parameters of path and operation, the operation’s first', async () => {
    const model = await readSpec(
      spec({
        '/a/{id}': {
          parameters: [param('id'), { name: 'q', in: 'query', required: true, schema: text }],
          get: { parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' } }], responses: {} },
        },
      }),
    );
    const parameters = model.byKey.get('GET /a/{id}')?.parameters ?? [];
    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['id', true],
      ['q', false],
    ]);
  });

  it('knows per operation whether security is declared', async () => {
    const responses = { '200': { description: 'ok' } };
    const model = await readSpec({
      ...spec({
        '/a': {
          get: { responses },
          post: { security: [], responses },
          put: { security: [{}, { key: [] }], responses },
        },
      }),
      security: [{ key: [] }],
    });
    expect(model.operations.map(({ key, secured }) => [key, secured])).toEqual([
      ['GET /a', true],
      ['POST /a', false],
      ['PUT /a', false],
    ]);
  });

  it("takes the document's own default for no word on what is open to all", async () => {
    const one = { get: { responses: { '200': { description: 'ok' } } } };
    const own = { get: { ...one.get, security: [{ key: [] }] } };
    const version = { ...one, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] };
    const paths = {
      '/': one,
      '/apps/{id}/version': version,
      '/v1/health': one,
      '/v1/version': own,
      '/users': one,
      '/teams/': one,
    };
    const model = await readSpec({ ...spec(paths), security: [{ key: [] }] });
    expect(model.operations.map(({ path, secured }) => [path, secured])).toEqual([
      ['/', false],
      ['/apps/{id}/version', true],
      ['/teams/', true],
      ['/users', true],
      ['/v1/health', false],
      ['/v1/version', true],
    ]);
  });

  it.each([
    [undefined, ''],
    [[{ url: '/' }], ''],
    [[{ url: 'https://api.example.com' }], ''],
    [[{ url: 'https://api.example.com/v2/' }, { url: '/other' }], '/v2'],
    [[{ url: '//api.example.com/v2' }], '/v2'],
    [[{ url: '/base/{version}', variables: { version: { default: 'v3' } } }], '/base/v3'],
    [[{ url: 'v1' }], '/v1'],
  ])('takes the base path of %j to be "%s"', async (servers, basePath) => {
    expect((await readSpec({ ...spec({}), ...(servers ? { servers } : {}) })).basePath).toBe(basePath);
  });

  it('reads the rest of an OpenAPI 2.0 document in which a path is no object', async () => {
    const paths = { '/a': { get: { responses: { '200': { description: 'ok' } } } }, '/b': null, 'x-note': 'text' };
    const { operations, warnings } = await readSpec({ swagger: '2.0', info: { title: 'T', version: '1' }, paths });
    expect(operations.map(({ key }) => key)).toEqual(['GET /a']);
    expect(warnings).toEqual([expect.stringContaining('/b is left out')]);
  });

  it('reads the rest of an OpenAPI 2.0 document in which operations are broken, or no operations', async () => {
    const responses = { 200: { description: 'ok', schema: { type: 'string' } } };
    const paths = {
      '/a': { get: { responses }, post: { responses: { 200: null } }, put: null, 'x-note': null },
      '/b': { parameters: [null], get: { responses } },
    };
    const { operations, warnings } = await readSpec({ swagger: '2.0', info: { title: 'T', version: '1' }, paths });
    expect(operations.map(({ key }) => key)).toEqual(['GET /a']);
    expect(operations[0]?.responses['200']?.schema).toEqual({ type: 'string' });
    expect(warnings).toEqual([
      expect.stringMatching(/^POST \/a is left out: The operation at \/paths\/~1a\/post could not be read\. Check/),
      expect.stringContaining('The operation at /paths/~1b/get could not be read.'),
      expect.stringContaining('The operation at /paths/~1a/put is not an object.'),
    ]);
  });

  it('reads OpenAPI 2.0: body, basePath, definitions, x-nullable, security', async () => {
    const model = await readSpec({
      swagger: '2.0',
      info: { title: 'Pets', version: '1' },
      host: 'pets.example',
      basePath: '/v2',
      consumes: ['application/json'],
      produces: ['application/json'],
      securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      security: [{ key: [] }],
      paths: {
        '/pet': {
          post: {
            parameters: [{ in: 'body', name: 'pet', required: true, schema: { $ref: '#/definitions/Pet' } }],
            responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
          },
        },
      },
      definitions: { Pet: { type: 'object', properties: { nick: { type: 'string', 'x-nullable': true } } } },
    });
    const [post] = model.operations;
    expect(model.basePath).toBe('/v2');
    expect(post?.secured).toBe(true);
    expect(post?.body?.schema).toEqual({ $ref: '#/$defs/Pet' });
    expect(model.schemas.definition('Pet')).toMatchObject({ properties: { nick: { type: ['string', 'null'] } } });
  });

  it('takes what an OpenAPI 2.0 operation produces before what its document says, for shared responses as well', async () => {
    const responses = { 200: { description: 'ok', schema: { type: 'file' } }, 404: { $ref: '#/responses/Gone~1Away' } };
    const { operations } = await readSpec({
      swagger: '2.0',
      info: { title: 'T', version: '1' },
      produces: ['application/json'],
      responses: { 'Gone/Away': { description: 'gone', schema: { type: 'string' } } },
      paths: { '/a': { get: { produces: ['text/x-yaml'], responses } }, '/b': { get: { responses } } },
    });
    const types = operations.map((one) => Object.values(one.responses).map(({ contentTypes }) => contentTypes));
    expect(types).toEqual([
      [['text/x-yaml'], ['text/x-yaml']],
      [['*/*'], ['application/json']],
    ]);
  });

  it('calls operations by their path where an operationId is not unique, and says so', async () => {
    const get = { operationId: 'same', responses: {} };
    const model = await readSpec(spec({ '/a': { get }, '/b': { get } }));
    expect(model.operations.map(({ id }) => id)).toEqual(['GET /a', 'GET /b']);
    expect(model.warnings).toHaveLength(2);
  });
});
