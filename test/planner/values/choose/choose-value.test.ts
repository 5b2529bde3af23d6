import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Json } from '#verifier/plan/plan.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import { SchemaStore } from '#planner/intake/schema/schema-store.ts';
import { assertedFields } from '#planner/values/assertable/asserted-fields.ts';
import { chooseValue } from '#planner/values/choose/choose-value.ts';
import { isUnfit } from '#planner/values/model/choice.ts';
import { fits } from '#planner/intake/schema/fits.ts';
import { textForPattern } from '#planner/values/text/text-for-pattern.ts';
import { choice, type Schema, valueFor } from '#test/value-for.ts';
import { object, param, shows, spec, takes, text } from '#test/small-spec.ts';

describe('a value is taken from, in this order', () => {
  const everything = {
    type: 'string',
    examples: ['from-example'],
    enum: ['first', 'from-example'],
    default: 'from-default',
  };

  it.each<[string, Schema, Json[], Json]>([
    ['const', { const: 'fixed', examples: ['other'] }, [], 'fixed'],
    ['the nearest example that fits', everything, [], 'from-example'],
    ['the next example where the nearest does not fit', { type: 'string', examples: [7] }, ['outer'], 'outer'],
    ['the first enum member', { type: 'string', enum: ['first', 'second'], default: 'second' }, [], 'first'],
    ['the default', { type: 'integer', default: 42 }, [], 42],
    ['a placeholder', { type: 'string' }, [], 'sample-field'],
  ])('%s', (_, schema, nearby, expected) => {
    expect(valueFor(schema, 'field', {}, nearby)).toEqual(expected);
  });

  it('an example of the whole body serves its members', () => {
    const schema = { type: 'object', required: ['color'], properties: { color: { type: 'string' } } };
    expect(valueFor(schema, 'body', {}, [{ color: 'teal' }])).toEqual({ color: 'teal' });
  });
});

describe('the next value is another one', () => {
  it.each<[string, Schema, Json, Json]>([
    ['the second example', { type: 'string', examples: ['a', 'b'] }, 'a', 'b'],
    ['the next enum member', { type: 'string', enum: ['A', 'B'] }, 'A', 'B'],
    ['the other truth', { type: 'boolean' }, true, false],
    ['another placeholder', { type: 'string', format: 'date' }, '2030-01-15', '2031-02-16'],
    ['another number within bounds', { type: 'integer', minimum: 3, maximum: 4 }, 3, 4],
  ])('%s', (_, schema, first, second) => {
    expect([valueFor(schema), valueFor(schema, 'field', { turn: 1 })]).toEqual([first, second]);
  });

  it('and stays the same where there is only one', () => {
    const schema = { type: 'string', enum: ['ONLY'] };
    expect(valueFor(schema, 'field', { turn: 1 })).toBe('ONLY');
  });
});

it('a pattern is filled to the least length', () => {
  const schema = { type: 'string', pattern: '^[A-Z0-9]+$', minLength: 8, maxLength: 16 };
  expect([valueFor(schema), valueFor(schema, 'field', { turn: 1 })]).toEqual(['ABCDEFGH', 'BCDEFGHI']);
});

it('a list of plain words is sent, and so are the attributes of a JSON:API resource', () => {
  const words = { type: 'array', items: { type: 'string' } };
  const attributes = { type: 'object', properties: { title: { type: 'string' } } };
  const schema = { type: 'object', properties: { tags: words, owners: words, attributes, settings: attributes } };
  expect(valueFor(schema, 'body')).toEqual({
    settings: { title: 'sample-title' },
    attributes: { title: 'sample-title' },
    tags: ['sample-tags', 'further-tags'],
  });
});

it('an empty default is no value to send', async () => {
  const words = { type: 'array', items: { type: 'string' }, default: [] };
  const create = { ...takes(object({ tags: words, note: { type: 'string', default: '' } }, [])), responses: {} };
  const { schemas, operations } = await readSpec(spec({ '/things': { post: create } }));
  const chosen = chooseValue(choice({ schemas }), operations[0]?.body?.schema ?? true, 'body', []);
  const tags = { array: [{ literal: 'sample-tags' }, { literal: 'further-tags' }] };
  const note = { literal: expect.stringMatching(/^sample-note /) };
  expect(chosen).toMatchObject({ template: { object: { note, tags } } });
});

describe('a value that follows rules which no schema tells', () => {
  it.each(['9783161484100', 'EUR', '10115', '+49 151 5550199'])('%s stays as the spec gives it', (example) => {
    const schema = { type: 'string', examples: [example] };
    expect(valueFor(schema, 'field', { turn: 1, conflicts: true })).toBe(example);
  });

  it.each([
    ['workerType', 'agent-pool'],
    ['role', 'editor'],
  ])('so does a choice among values of the server: %s', (name, example) => {
    const schema = { type: 'string', examples: [example] };
    expect(valueFor(schema, name, { turn: 1, conflicts: true })).toBe(example);
  });

  it('takes the second example where there is one', () => {
    expect(valueFor({ type: 'string', examples: ['EUR', 'USD'] }, 'currency', { turn: 1 })).toBe('USD');
  });
});

it.each([
  ['from', 'to', { type: 'string', format: 'date' }],
  ['startDate', 'endDate', { type: 'string', format: 'date-time' }],
  ['min_price', 'max_price', { type: 'number' }],
])('a range ends after it begins, also after a change: %s, %s', (begin, end, schema) => {
  const last = (name: string) =>
    Math.max(...[0, 1].map((turn) => point(valueFor(schema, name, { turn: turn as 0 | 1 }))));
  const first = (name: string) =>
    Math.min(...[0, 1].map((turn) => point(valueFor(schema, name, { turn: turn as 0 | 1 }))));
  const point = (value: Json) => (typeof value === 'number' ? value : Date.parse(String(value)));
  expect(first(end)).toBeGreaterThan(last(begin));
});

describe('identity fields are unique for each run', () => {
  it.each<[string, Schema, RegExp]>([
    ['name', { type: 'string', examples: ['Buy Milk!'] }, /^buy-milk-k3x9q2m7$/],
    ['email', { type: 'string', format: 'email', examples: ['Ann@corp.test'] }, /^ann-k3x9q2m7@example\.com$/],
    ['slug', { type: 'string', pattern: '^[a-z0-9]+$' }, /^sampleslugk3x9q2m7$/],
    ['code', { type: 'string', pattern: '^\\d{10}$' }, /^\d{10}$/],
    ['key', { type: 'string', maxLength: 9 }, /^k3x9q2m7$|^.k3x9q2m7$/],
    ['id', { type: 'string', format: 'uuid' }, /^[0-9a-f-]{36}$/],
  ])('%s', (name, schema, pattern) => {
    expect(valueFor(schema, name)).toMatch(pattern);
  });

  it('and the next one differs in the same run', () => {
    for (const schema of [{ type: 'string' }, { type: 'string', format: 'uuid' }, { type: 'integer' }])
      expect(valueFor(schema, 'id')).not.toEqual(valueFor(schema, 'id', { turn: 1 }));
  });

  it('a title where nothing else is required', () => {
    const properties = { title: { type: 'string', examples: ['Home'] }, note: { type: 'string' } };
    const titleOf = (required: string[]) => (valueFor({ type: 'object', properties, required }) as Schema)['title'];
    expect([titleOf(['title']), titleOf(['title', 'note'])]).toEqual(['home-k3x9q2m7', 'Home']);
  });

  it('every free text where the create documents 409', () => {
    expect(valueFor({ type: 'string' }, 'motto', { conflicts: true })).toBe('sample-motto-k3x9q2m7');
  });
});

describe('what is sent', () => {
  const body = {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string' },
      id: { type: 'integer', readOnly: true },
      done: { type: 'boolean' },
      archived: { type: 'boolean' },
      note: { type: 'string' },
      createdAt: { type: 'string', format: 'date-time' },
      status: { type: 'string', enum: ['OPEN', 'DONE'] },
      password: { type: 'string' },
      callbackUrl: { type: 'string', format: 'uri' },
      remindAtAddress: { type: 'string' },
      color: { type: 'string', enum: ['red'] },
      amount: { type: 'integer' },
      purpose: { type: 'string', maxLength: 40 },
      urlPath: { type: 'string' },
      sortOrder: { type: 'string' },
      startScript: { type: 'string' },
      vendor: { type: 'string' },
      weight: { type: 'string', format: 'decimal', pattern: '^-?\\d{0,4}(?:\\.\\d{0,2})?$' },
    },
  };

  it('is what is required, what the spec vouches for, and what any server takes as it comes', () => {
    const sent = valueFor(body, 'body', { isReference: (name) => name === 'vendor' || name === 'note' });
    expect(Object.keys(sent as object)).toEqual(['amount', 'color', 'done', 'note', 'purpose', 'title', 'weight']);
  });

  it('is never read-only, even where required', () => {
    const required = { ...body, required: ['id', 'title'] };
    expect(Object.keys(valueFor(required, 'body') as object)).not.toContain('id');
  });

  it('holds values that are known already', () => {
    const schema = { type: 'object', required: ['ownerId'], properties: { ownerId: { type: 'integer' } } };
    const chosen = chooseValue(choice({ carried: { ownerId: { capture: 'owner' } } }), schema, 'body', []);
    expect(chosen).toMatchObject({ template: { object: { ownerId: { capture: 'owner' } } } });
  });

  it('has an end where a schema requires itself', () => {
    const store = new SchemaStore({ components: { schemas: { Node: {} } } });
    const node: Schema = { type: 'object', required: ['child'], properties: {} };
    (node['properties'] as Schema)['child'] = node;
    expect(isUnfit(chooseValue(choice({ schemas: store }), node, 'body', []))).toBe(true);
  });
});

describe('what is asserted', () => {
  const text = { type: 'string' };
  const names = ['title', 'userId', 'updatedAt', 'createdBy', 'version', 'itemCount', 'selfUrl', 'apiKey', 'status'];
  const shown = Object.fromEntries([...names, 'extra', 'secretNote'].map((name): [string, Schema] => [name, text]));
  const store = new SchemaStore({});
  const flat = store.flatten({ type: 'object', properties: { ...shown, secretNote: { ...text, writeOnly: true } } });
  const sent = [...names, 'hidden', 'secretNote'].map((name) => ({
    pointer: `/${name}`,
    name,
    schema: text,
    template: { literal: 'x' },
  }));

  it('is both sent and shown, and not the server’s own by name', () => {
    expect(assertedFields(store, sent, flat, 'Update a thing')).toEqual([{ pointer: '/title', compare: 'exact' }]);
  });

  it('when something is over, if that was sent', () => {
    const expiry = { type: 'string', format: 'date-time' };
    const place = store.flatten({ type: 'object', properties: { expiresAt: expiry, usedAt: expiry } });
    const fields = ['expiresAt', 'usedAt'].map((name) => ({
      pointer: `/${name}`,
      name,
      schema: expiry,
      template: { literal: '2032-03-17T11:15:00Z' },
    }));
    expect(assertedFields(store, fields, place, '').map(({ pointer }) => pointer)).toEqual(['/expiresAt']);
  });

  it('a status only where the operation names it', () => {
    const pointers = assertedFields(store, sent, flat, 'Set the status of a thing').map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/title', '/status']);
  });

  it('numbers and instants by meaning, sets without their order', () => {
    const kinds = {
      amount: { type: 'number' },
      due: { type: 'string', format: 'date-time' },
      labels: { type: 'array', items: text, uniqueItems: true },
    };
    const place = store.flatten({ type: 'object', properties: kinds });
    const fields = Object.entries(kinds).map(([name, schema]) => ({
      pointer: `/${name}`,
      name,
      schema,
      template: { literal: null },
    }));
    expect(assertedFields(store, fields, place, '').map(({ compare }) => compare)).toEqual([
      'number',
      'date-time',
      'set',
    ]);
  });

  it.each<[string, Schema, string[]]>([
    ['is shown', text, ['/steps']],
    ['is only ever sent', { ...text, writeOnly: true }, []],
    ['is the server’s to say', { ...text, readOnly: true }, []],
  ])('a list of objects whole, where each member of them %s', (_, member, pointers) => {
    const steps = { type: 'array', items: { type: 'object', properties: { kind: member } } };
    const template = { array: [{ object: { kind: { literal: 'x' } } }] };
    const place = store.flatten({ type: 'object', properties: { steps } });
    const asserted = assertedFields(store, [{ pointer: '/steps', name: 'steps', schema: steps, template }], place, '');
    expect(asserted.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('no list of objects with a secret in them', () => {
    const steps = { type: 'array', items: { type: 'object', properties: { password: text } } };
    const template = { array: [{ object: { password: { literal: 'x' } } }] };
    const place = store.flatten({ type: 'object', properties: { steps } });
    expect(assertedFields(store, [{ pointer: '/steps', name: 'steps', schema: steps, template }], place, '')).toEqual(
      [],
    );
  });
});

describe('for any schema', () => {
  const scalar: fc.Arbitrary<Schema> = fc.oneof(
    fc.record({ type: fc.constant('string'), minLength: fc.nat(30), maxLength: fc.integer({ min: 30, max: 60 }) }),
    fc.record({
      type: fc.constant('string'),
      format: fc.constantFrom('date', 'date-time', 'uuid', 'email', 'uri', 'ipv4', 'ipv6', 'time', 'hostname', 'byte'),
    }),
    fc.record({
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: -1000, max: 1000 }),
      maximum: fc.integer({ min: 1000, max: 5000 }),
    }),
    fc.record({ type: fc.constantFrom('integer', 'number'), multipleOf: fc.constantFrom(1, 5, 7) }),
    fc.record({ type: fc.constant('boolean') }),
    fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }) }),
  );
  const name = fc.constantFrom('name', 'title', 'email', 'code', 'amount', 'dueDate', 'any');

  it('the chosen value fits it, first and next', () => {
    fc.assert(
      fc.property(fc.dictionary(name, scalar, { maxKeys: 4 }), fc.constantFrom(0, 1), (properties, turn) => {
        const schema = { type: 'object', properties, required: Object.keys(properties) };
        const value = valueFor(schema, 'body', { turn: turn as 0 | 1 });
        expect(fits(new SchemaStore({}), schema, value)).toBe(true);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it.each([
    '^[A-Z]{3}$',
    '^\\d{5}(-\\d{4})?$',
    '^(red|green)-[a-f0-9]{2,4}$',
    '\\S',
    '^\\+?[1-9]\\d{1,14}$',
    '^[^@\\s]+@[^@\\s]+$',
    '^v\\d+\\.\\d+$',
    '^[\\w.-]{2,8}$',
  ])('a text is made for the pattern %s, and another one', (pattern) => {
    const texts = [0, 1].map((variant) => textForPattern(pattern, variant));
    for (const made of texts) expect(made).toMatch(new RegExp(pattern, 'u'));
  });

  it('a duration is made of seconds, which servers write back alike, and another one', () => {
    const pattern = '^([0-9]+(ns|us|ms|s|m|h))*$';
    expect([0, 1].map((variant) => textForPattern(pattern, variant))).toEqual(['12s', '13s']);
    expect(textForPattern('^\\w+$', 0)).not.toBe('12s');
  });

  it('a JSON Web Key is a whole one with an id of its own, also where each member has an example', () => {
    const member = (example: string) => ({ type: 'string', example });
    const members = {
      alg: member('RS256'),
      kid: text,
      kty: member('RSA'),
      n: member('vTqr'),
      x: member('f83O'),
      d: text,
    };
    const key = object(members, ['kty', 'kid']) as Schema;
    const sent = valueFor(object({ jwk: key }, ['jwk']) as Schema) as { jwk: Record<string, string> };
    expect(sent.jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', kid: expect.stringContaining('k3x9q2m7') });
    expect(Object.keys(sent.jwk)).not.toContain('d');
  });

  it('no text is claimed for what cannot be made', () => {
    for (const pattern of ['^(?=a)b$', '(a)\\1', '^[]$', '(unclosed'])
      expect(textForPattern(pattern, 0)).toBeUndefined();
  });
});

describe('a member of an update without an example of its own', () => {
  const made = { markdown: { ...text, example: '# Before you ship' }, layout: { ...text, example: 'wide' } };
  const page = object({ id: text, ...made }, ['id']);
  const document = spec({
    '/pages': { post: { ...takes(object(made, ['markdown'])), responses: shows(page, '201') } },
    '/pages/{id}': {
      parameters: [param('id')],
      get: { responses: shows(page) },
      patch: { ...takes(object({ markdown: text, layout: { ...text, example: 'narrow' } })), responses: shows(page) },
    },
  });

  it('is vouched for by the create, and takes another value', async () => {
    const { bundle } = await planFeature({ spec: document, personas: [] });
    const update = bundle.plans.find(({ kind, name }) => kind === 'update-read' && !name.includes('one field'));
    const sent = (id: string) => update?.steps.find((step) => step.id === id)?.body?.value;
    expect(sent('create-page')).toMatchObject({ object: { markdown: { literal: '# Before you ship' } } });
    expect(sent('update-page')).toMatchObject({
      object: {
        markdown: { literal: expect.not.stringMatching('# Before') },
        layout: { literal: expect.not.stringMatching('wide') },
      },
    });
  });
});

describe('who made a thing', () => {
  const note = { title: text, createdBy: text };
  const asserted = async (required: string[], more: object = {}, personas: object[] = []) => {
    const shown = object({ id: text, ...note }, ['id']);
    const paths = {
      '/notes': { post: { ...takes(object(note, required)), responses: shows(shown, '201'), ...more } },
      '/notes/{id}': { parameters: [param('id')], get: { responses: shows(shown) } },
    };
    const scheme = { securitySchemes: { key: { type: 'http', scheme: 'basic' } } };
    const { bundle } = await planFeature({ spec: spec(paths, scheme), personas: personas as never });
    return JSON.stringify(bundle.plans).includes('"pointer":"/createdBy"');
  };

  it('is asserted where the request must say it and no identity tells the server', async () => {
    expect(await asserted(['title', 'createdBy'])).toBe(true);
  });

  it('and not where it need not, or where somebody is known to call', async () => {
    expect(await asserted(['title'])).toBe(false);
    expect(await asserted(['title', 'createdBy'], { security: [{ key: [] }] })).toBe(false);
    const writer = { name: 'Writer', description: 'Can write notes.', authType: 'BASIC' };
    expect(await asserted(['title', 'createdBy'], {}, [writer])).toBe(false);
  });
});
