import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import { SchemaStore } from '#planner/intake/schema/schema-store.ts';
import { chooseValue } from '#planner/values/choose/choose-value.ts';
import { type Choice, isUnfit } from '#planner/values/model/choice.ts';
import { singular } from '#planner/vocabulary/singular.ts';
import { uniqueFor } from '#planner/values/text/unique-for.ts';
import { uniqueValue } from '#verifier/engine/request/unique-value.ts';
import type { Json, Plan, Step, Template } from '#verifier/plan/plan.ts';

import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

type Schema = { [key: string]: Json };

function templateFor(schema: Schema, name: string, more: Partial<Choice> = {}): Template {
  const choice = { schemas: new SchemaStore({}), turn: 0 as const, carried: {}, conflicts: false, ...more };
  const chosen = chooseValue(choice, schema, name, []);
  if (isUnfit(chosen)) throw new Error(`no value at ${chosen.unfit}`);
  return chosen.template;
}

const string = { type: 'string' };

describe('a text gets what its name means', () => {
  it.each([
    ['currency', string, 'EUR', 'USD'],
    ['country_code', { type: 'string', maxLength: 2 }, 'DE', 'FR'],
    ['country', { type: 'string', minLength: 3, maxLength: 3 }, 'DEU', 'FRA'],
    ['preferredLocale', string, 'en-US', 'de-DE'],
    ['timeZone', string, 'Europe/Berlin', 'America/New_York'],
    ['mobilePhone', string, '+12025550123', '+12025550124'],
    ['extraJson', string, '{"note":"sample"}', '{"note":"changed"}'],
    ['json_metadata', string, '{"note":"sample"}', '{"note":"changed"}'],
    ['website', string, 'https://example.com/sample', 'https://example.com/changed'],
    ['birthDate', { type: 'string', format: 'date' }, '1990-05-17', '1991-06-18'],
    ['account', { type: 'string', format: 'iban' }, 'DE89370400440532013000', 'GB29NWBK60161331926819'],
    ['country', { type: 'string', pattern: '^[a-z]{2}$' }, 'abc'.slice(0, 2), 'bc'],
  ])('%s %j', (name, schema, first, second) => {
    expect(templateFor(schema, name)).toEqual({ literal: first });
    expect(templateFor(schema, name, { turn: 1 })).toEqual({ literal: second });
  });

  it('an object in a text is sent only where it must be, or the document gives one', () => {
    const properties = { name: string, view_json: string, extra: { ...string, format: 'json' } };
    expect(templateFor({ type: 'object', properties }, 'body')).toHaveProperty('object', { name: expect.anything() });
    const given = { ...properties, view_json: { ...string, examples: ['{}'] } };
    expect(templateFor({ type: 'object', properties: given }, 'body')).toHaveProperty('object.view_json.literal', '{}');
  });

  it('an e-mail address without a format is one, and unique', () => {
    expect(templateFor(string, 'billingEmail')).toMatchObject({ unique: { suffix: '@example.com' } });
  });

  it.each(['ttl', 'ttlSeconds', 'expires_in', 'lifetime'])('what is kept for a %s is there for an hour', (name) => {
    expect(templateFor({ type: 'integer', minimum: 1 }, name)).toEqual({ literal: 3_600 });
    expect(templateFor({ type: 'integer', minimum: 1 }, name, { turn: 1 })).toEqual({ literal: 3_601 });
  });

  it('the code of a coupon is the one that the document knows', () => {
    const coupon = { ...string, examples: ['WELCOME'] };
    expect(templateFor(coupon, 'couponCode')).toEqual({ literal: 'WELCOME' });
    expect(templateFor(coupon, 'roomCode')).toHaveProperty('unique');
  });

  it('a password and its confirmation are the same', () => {
    const schema = {
      type: 'object',
      required: ['password', 'passwordConfirmation'],
      properties: { password: string, passwordConfirmation: string },
    };
    expect(templateFor(schema, 'body')).toMatchObject({
      object: { password: { literal: 'Sample-password-1' }, passwordConfirmation: { literal: 'Sample-password-1' } },
    });
  });

  it('a range is short', () => {
    const moment = (name: string, turn: 0 | 1) => {
      const template = templateFor({ type: 'string', format: 'date-time' }, name, { turn });
      return Date.parse(String('literal' in template && template.literal));
    };
    for (const begin of [0, 1] as const)
      for (const end of [0, 1] as const) {
        const hours = (moment('endsAt', end) - moment('startsAt', begin)) / 3_600_000;
        expect(hours).toBeGreaterThan(0);
        expect(hours).toBeLessThanOrEqual(2);
      }
  });

  it('a unique value keeps the pattern of its field', () => {
    const sku = { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4,6}$', examples: ['BLT-00417'] };
    const values = ([0, 1] as const).flatMap((turn) =>
      ['k3x9q2m7', 'zzzzzzz1'].map((nonce) => {
        const template = templateFor(sku, 'sku', { turn });
        return 'unique' in template ? uniqueValue(template.unique, nonce) : undefined;
      }),
    );
    for (const value of values) expect(value).toMatch(/^BLT-[0-9]{6}$/);
    expect(new Set(values).size).toBe(4);
  });
});

describe('an optional member is sent', () => {
  const sent = (properties: Record<string, Schema>) => {
    const template = templateFor({ type: 'object', properties }, 'body');
    return 'object' in template ? Object.keys(template.object) : [];
  };

  it('where its name or format says what it takes, and left out where a guess could fail the request', () => {
    const properties = {
      color: string,
      currency: string,
      dueDate: { type: 'string', format: 'date' },
      joined: { type: 'string', format: 'date' },
      address: string,
      algorithm: string,
      customerId: { type: 'string', format: 'uuid' },
      createdDate: { type: 'string', format: 'date' },
      webhookUrl: { type: 'string', format: 'uri' },
      wallet: { type: 'string', format: 'ethereum' },
    };
    expect(sent(properties)).toEqual(['color', 'currency', 'dueDate', 'joined']);
  });

  it('where it says when something is over, unless it is a number: a day or a span, in seconds or not', () => {
    const properties = {
      expires: { type: 'integer' },
      expiresAt: { type: 'string', format: 'date-time' },
      expiryDate: { type: 'string', format: 'date' },
      expires_at: { type: 'number', examples: [1_700_000_000] },
      expirationTime: { type: 'integer', format: 'int64' },
    };
    expect(sent(properties)).toEqual(['expiresAt', 'expiryDate']);
  });

  it('how long others may keep a copy of it says nothing of its own end', async () => {
    const copies = {
      cache_expires: { type: 'integer' },
      cacheExpiresAt: { type: 'integer' },
      cache_size: { type: 'integer' },
    };
    expect(sent({ ...copies, expires: { type: 'integer' } })).toEqual([
      'cacheExpiresAt',
      'cache_expires',
      'cache_size',
    ]);
    expect(templateFor({ type: 'integer' }, 'cache_expires')).toEqual({ literal: 3_600 });
    expect(templateFor({ type: 'integer' }, 'cache_size')).toEqual({ literal: 1 });
    const page = { title: text, cache_expires: { type: 'integer' } };
    const shown = object({ id: { type: 'integer' }, ...page }, ['id', 'title']);
    const { bundle } = await planFeature({
      spec: spec({ '/pages': { post: { ...takes(object(page, ['title'])), responses: shows(shown, '201') } } }),
      personas: [],
    });
    const claimed = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ assert }) => assert));
    expect(claimed.flatMap((one) => ('pointer' in one ? [one.pointer] : []))).toContain('/cache_expires');
  });

  it('as a day that a create requires is claimed, unless it is that of a record', async () => {
    const day = { type: 'string', format: 'date' };
    const fields = {
      name: string,
      hireDate: day,
      createdDate: day,
      visitedAt: { type: 'string', format: 'date-time' },
    };
    const body = object(fields, ['name', 'hireDate', 'createdDate']);
    const { bundle } = await planFeature({
      spec: spec({ '/people': { post: { ...takes(body), responses: shows(object({ id: text, ...fields }), '201') } } }),
      personas: [],
    });
    const [create] = bundle.plans.find(({ kind }) => kind === 'create-echo')?.steps ?? [];
    const claimed = create?.assert.flatMap((one) => ('pointer' in one ? [one.pointer] : []));
    expect(claimed?.toSorted()).toEqual(['/hireDate', '/name']);
  });

  it('but nothing is asserted of an expiry where what is sent is the thing as it is shown', async () => {
    const thing = object({ id: text, name: string, expiresAt: { type: 'string', format: 'date-time' } }, ['name']);
    const { bundle } = await planFeature({
      spec: spec({ '/holds': { post: { ...takes(thing), responses: shows(thing, '201') } } }),
      personas: [],
    });
    const claimed = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ assert }) => assert));
    expect(claimed.flatMap((one) => ('pointer' in one ? [one.pointer] : []))).not.toContain('/expiresAt');
  });

  it('a required expiry of a form of its own has a value', () => {
    expect(templateFor({ type: 'string', pattern: '^(0[1-9]|1[0-2])/[0-9]{2}$' }, 'expiryDate')).toBeDefined();
    expect(templateFor({ type: 'string', enum: ['10m', '1h'] }, 'expires')).toEqual({ literal: '10m' });
    expect(templateFor({ type: 'string', examples: ['12/28'] }, 'expiryDate')).toEqual({ literal: '12/28' });
  });

  it('where it says when something is over, not as an example that is over already', () => {
    const expiry = { type: 'string', format: 'date-time', examples: ['2024-12-31T23:59:59Z'] };
    expect(templateFor(expiry, 'expiresAt')).toEqual({ literal: '2032-03-17T11:15:00Z' });
    expect(templateFor(expiry, 'dueAt')).toEqual({ literal: '2024-12-31T23:59:59Z' });
  });

  it('not as an object whose example is none, nor as a style', () => {
    const notes = { type: 'object', additionalProperties: string, example: '{"a": "b"}', examples: ['{"a": "b"}'] };
    expect(sent({ notes, mergeStyle: string, motto: string })).toEqual(['motto']);
  });

  it('and a part that a thing has stays there, so that what belongs to it is kept', () => {
    const properties = { has_issues: { type: 'boolean' }, shiny: { type: 'boolean' } };
    expect(templateFor({ type: 'object', properties }, 'body', { turn: 1 })).toEqual({
      object: { has_issues: { literal: true }, shiny: { literal: false } },
    });
  });

  it('as an object, where everything in it can be sent and nothing names another thing', () => {
    const place = { type: 'object', required: ['city'], properties: { city: string, country: string, path: string } };
    const other = { type: 'object', properties: { id: string, title: string } };
    const strict = { type: 'object', required: ['algorithm'], properties: { algorithm: string, title: string } };
    expect(sent({ place, other, strict })).toEqual(['place']);
    expect(templateFor({ type: 'object', properties: { place } }, 'body')).toEqual({
      object: { place: { object: { city: { literal: 'sample-city' }, country: { literal: 'DE' } } } },
    });
  });
});

it('an example of the whole body chooses the branch, and its identity fields are unique still', () => {
  const schemas = new SchemaStore({});
  const branch = (kind: string, field: string) => ({
    type: 'object',
    required: ['kind', field],
    properties: { kind: { type: 'string', enum: [kind] }, [field]: string, name: string },
  });
  const schema = { oneOf: [branch('card', 'number'), branch('bank', 'iban')] };
  const chosen = chooseValue({ schemas, turn: 0, carried: {}, conflicts: false }, schema, 'body', [
    { kind: 'bank', iban: 'NL91ABNA0417164300', name: 'Main' },
  ]);
  expect(chosen).toMatchObject({
    template: {
      object: {
        kind: { literal: 'bank' },
        iban: { literal: 'NL91ABNA0417164300' },
        name: { unique: { stem: 'main' } },
      },
    },
  });
  expect('fields' in chosen && chosen.fields.map(({ pointer }) => pointer)).toEqual(['/iban', '/kind', '/name']);
});

describe('what a body must name is created first', () => {
  const made = object({ id: text, title: text });
  const things = (noun: string) => ({
    [`/${noun}`]: { post: { ...takes(object({ title: text }, ['title'])), responses: shows(made, '201') } },
    [`/${noun}/{id}`]: { parameters: [param('id')], get: { responses: shows(made) }, delete: { responses: noBody } },
  });
  const withBody = (properties: Record<string, Schema>, media = 'application/json') => {
    const schema = object(properties, Object.keys(properties));
    const requestBody = { required: true, content: { [media]: { schema } } };
    return {
      ...things('authors'),
      ...things('payment-methods'),
      ...things('users'),
      '/books': { post: { requestBody, responses: shows(object({ id: text, ...properties }), '201') } },
      '/books/{id}': {
        parameters: [param('id')],
        get: { responses: shows(object({ id: text, ...properties })) },
        delete: { responses: noBody },
      },
    };
  };
  const planOf = async (paths: object): Promise<Plan | undefined> => {
    const { bundle } = await planFeature({ spec: spec(paths), personas: [] });
    return bundle.plans.find(({ kind, subject }) => kind === 'create-read' && subject === 'GET /books/{id}');
  };
  const bodyOf = (steps: Step[] | undefined) => steps?.find(({ path }) => path === '/books')?.body?.value;

  it.each<[string, Record<string, Schema>, object]>([
    ['by id', { authorId: text as Schema, title: text as Schema }, { authorId: { capture: 'authorId' } }],
    [
      'as an object',
      { author: object({ id: text }, ['id']) as Schema, title: text as Schema },
      { author: { object: { id: { capture: 'authorId' } } } },
    ],
    [
      'in a list',
      { authorIds: { type: 'array', items: text as Schema }, title: text as Schema },
      { authorIds: { array: [{ capture: 'authorId' }] } },
    ],
    [
      'in a JSON:API relationship',
      {
        title: text as Schema,
        relationships: object(
          {
            author: object(
              { data: object({ type: { type: 'string', enum: ['authors'] }, id: text }, ['type', 'id']) },
              ['data'],
            ),
          },
          ['author'],
        ) as Schema,
      },
      { relationships: { object: { author: { object: { data: { object: { id: { capture: 'authorId' } } } } } } } },
    ],
    [
      'under its own name',
      { payment_method: text as Schema, title: text as Schema },
      { payment_method: { capture: 'payment_methodId' } },
    ],
    ['as a person', { reviewerId: text as Schema, title: text as Schema }, { reviewerId: { capture: 'userId' } }],
  ])('%s', async (_, properties, expected) => {
    const plan = await planOf(withBody(properties));
    expect(bodyOf(plan?.steps)).toMatchObject({ object: expected });
    expect(plan?.teardown.map(({ path }) => path)).toHaveLength(2);
    expect(plan?.teardown.at(-1)?.path).toBe('/books/{id}');
  });
});

describe('an id that the client chooses', () => {
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
  it.each([
    ['is a UUID where nothing is said', 'taskId', string, 'uuid'],
    ['is one like its example', 'key', { ...string, examples: [uuid] }, 'uuid'],
    ['is a text where a length is said', 'taskId', { ...string, maxLength: 40 }, 'text'],
    ['is a text where its example is one', 'id', { ...string, examples: ['main-shop'] }, 'text'],
    ['keeps to its pattern', 'id', { ...string, pattern: '^[a-z0-9-]+$' }, 'text'],
  ])('%s', (_name, field, schema, charset) => {
    const store = new SchemaStore({});
    const [example] = 'examples' in schema ? (schema.examples as string[]) : [];
    expect(uniqueFor(store, store.flatten(schema as Schema), field, example, 0)).toMatchObject({ unique: { charset } });
  });
});

it.each([
  ['a domain', 'example.com.', 'example-k3x9q2m7.com.'],
  ['a file', 'annual report.pdf', 'annual-report-pdf-k3x9q2m7'],
  ['a file', 'report.pdf', 'report-k3x9q2m7.pdf'],
])('an example that is %s with dots keeps what comes after the first', (_name, example, made) => {
  const store = new SchemaStore({});
  const template = uniqueFor(store, store.flatten(string), 'name', example, 0);
  expect(template && 'unique' in template && uniqueValue(template.unique, 'k3x9q2m7')).toBe(made);
});

it.each([
  ['databases', 'database'],
  ['addresses', 'address'],
  ['statuses', 'status'],
  ['houses', 'house'],
  ['boxes', 'box'],
  ['sizes', 'size'],
  ['branches', 'branch'],
  ['caches', 'cache'],
  ['movies', 'movie'],
  ['series', 'series'],
  ['categories', 'category'],
  ['book-shelves', 'book-shelf'],
  ['archives', 'archive'],
  ['people', 'person'],
  ['orderStatus', 'orderStatus'],
  ['aliases', 'alias'],
  ['menus', 'menu'],
  ['indices', 'index'],
])('one of the %s is a %s', (plural, one) => {
  expect(singular(plural)).toBe(one);
});
