import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { integer, object, param, shows, spec, takes, text, thingSpec } from '#test/small-spec.ts';

const thing = object({ id: integer, title: text }, ['id', 'title']);
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `m${at}`);
const sound = thingSpec({ title: text }).paths as Record<string, Record<string, object>>;

/** The document with a part that is not sound: what is told of it, and how many journeys the rest still has. */
async function planned(paths: object, components: object = {}) {
  const { warnings, bundle, dropped } = await planFeature({
    spec: spec({ ...sound, ...paths }, components),
    personas: [],
  });
  const rest = bundle.plans.filter(({ subject }) => / \/things/.test(subject)).length;
  return { told: warnings.join('\n'), dropped, rest };
}

describe('a part of a document that is not sound is told with its place, and the rest is planned', () => {
  it.each<[string, object, RegExp]>([
    [
      'a path parameter in matrix style',
      { '/cars/{id}': { parameters: [{ ...param('id'), style: 'matrix' }], get: { responses: shows(thing) } } },
      /matrix style.*\/paths\/~1cars~1\{id\}\/parameters\/0/,
    ],
    [
      'a path parameter in label style',
      { '/cars/{id}': { parameters: [{ ...param('id'), style: 'label' }], get: { responses: shows(thing) } } },
      /label style/,
    ],
    [
      'a reference that does not resolve',
      { '/cars': { get: { responses: shows({ $ref: '#/components/schemas/Nothing' }) } } },
      /\/paths\/~1cars\/get\/responses\/200.*Nothing, which does not exist/,
    ],
    [
      'two paths that are one',
      { '/cars/{id}': { get: { responses: shows(thing) } }, '/cars/{nr}': { get: { responses: shows(thing) } } },
      /one and the same request/,
    ],
    [
      'an operationId used twice',
      {
        '/cars': { get: { operationId: 'same', responses: shows(thing) } },
        '/vans': { get: { operationId: 'same', responses: shows(thing) } },
      },
      /operationId "same" is used more than once/,
    ],
    ['an operation that is no object', { '/cars': { get: 'yes' } }, /\/paths\/~1cars\/get is not an object/],
  ])('%s', async (_, paths, told) => {
    const whole = await planned({});
    const found = await planned(paths);
    expect(found.told).toMatch(told);
    expect(found.rest).toBe(whole.rest);
  });

  it.each<[string, object, RegExp]>([
    ['contradicts itself', { allOf: [{ type: 'string' }, { type: 'integer' }] }, /NO_VALUE_FITS/],
    ['admits no length', { type: 'string', minLength: 5, maxLength: 2 }, /NO_VALUE_FITS/],
    ['shares no member with its enum', { allOf: [{ enum: ['a'] }, { enum: ['b'] }] }, /NO_VALUE_FITS/],
  ])('a required field whose schema %s', async (_, schema, reason) => {
    const whole = await planned({});
    const body = object({ size: schema as never }, ['size']);
    const found = await planned({
      '/cars': { post: { ...takes(body), responses: shows(thing, '201') } },
      '/cars/{id}': { parameters: [param('id', integer)], get: { responses: shows(thing) } },
    });
    const drops = found.dropped.filter(({ detail }) => detail.includes('/cars'));
    expect(drops.map((one) => one.reason).join()).toMatch(reason);
    expect(drops[0]?.pointer).toContain('/paths/~1cars/post');
    expect(found.rest).toBe(whole.rest);
  });

  it.each<[string, object]>([
    ['a list of more entries', { type: 'array', minItems: 10_001, items: { type: 'string' } }],
    [
      'more required members',
      object(Object.fromEntries(names(10_001).map((name) => [name, text])), names(10_001)) as object,
    ],
  ])('%s than a body may have values is told with the limit', async (_, schema) => {
    const found = await planned({
      '/cars': { post: { ...takes(object({ size: schema as never }, ['size'])), responses: shows(thing, '201') } },
    });
    const drop = found.dropped.find(({ detail }) => detail.includes('POST /cars'));
    expect(drop).toMatchObject({
      reason: 'NO_VALUE_FITS',
      detail: 'A value for "/size" of POST /cars takes more than 10,000 values in it.',
    });
  });

  it('a body that only XML or a file can fill', async () => {
    const whole = await planned({});
    for (const media of ['application/xml', 'application/octet-stream']) {
      const requestBody = { required: true, content: { [media]: { schema: text } } };
      const found = await planned({
        '/cars': { post: { requestBody, responses: shows(thing, '201') } },
        '/cars/{id}': { parameters: [param('id', integer)], get: { responses: shows(thing) } },
      });
      const drop = found.dropped.find(({ detail }) => detail.includes('POST /cars'));
      expect(drop).toMatchObject({ reason: 'NO_VALUE_FITS', pointer: '/paths/~1cars/post/requestBody' });
      expect(found.rest).toBe(whole.rest);
    }
  });

  it('fields without a type are sent as texts where they are required', async () => {
    const paths = {
      '/cars': {
        post: {
          ...takes(object({ title: {} }, ['title'])),
          responses: shows(object({ id: integer, title: {} }), '201'),
        },
      },
      '/cars/{id}': {
        parameters: [param('id', integer)],
        get: { responses: shows(object({ id: integer, title: {} })) },
      },
    };
    const { bundle } = await planFeature({ spec: spec(paths), personas: [] });
    expect(bundle.plans.map(({ kind }) => kind)).toContain('create-read');
  });

  it('OPTIONS, TRACE and deprecated operations stand beside the others', async () => {
    const whole = await planned({});
    const extra = { options: { responses: { '200': { description: 'there' } } }, trace: { responses: {} } };
    const paths = {
      '/things': { ...sound['/things'], ...extra, post: { ...sound['/things']?.['post'], deprecated: true } },
    };
    expect((await planned(paths)).rest).toBe(whole.rest);
  });
});

it('ten thousand operations are planned within ten seconds', async () => {
  const paths: Record<string, object> = { ...sound };
  for (let index = 0; index < 10_000; index += 1)
    paths[`/reports/r${index}`] = { get: { responses: { '200': { description: 'done' } } } };
  const startedMs = process.threadCpuUsage().user / 1000;
  const { operations, bundle } = await planFeature({
    spec: spec(paths),
    personas: [],
  });
  expect(operations).toHaveLength(10_006);
  expect(bundle.plans.length).toBeGreaterThan(5);
  expect(process.threadCpuUsage().user / 1000 - startedMs).toBeLessThan(10_000);
}, 120_000);
