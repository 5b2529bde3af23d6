import { describe, expect, it } from 'vitest';

import { type Fields, type MakeServer, plan, type Routes, verify, failures, decisive } from '#test/small-server.ts';
import { integer, kindsBesidePins, noBody, object, param, pins, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const listOf = (entry: object) => shows({ type: 'array', items: entry });
const mapOf = (entry: object) =>
  shows(object({ usual: text, shapes: { type: 'object', additionalProperties: entry as never } }));
const lamp = (field: string, schema: object) =>
  object({ id: integer, title: text, [field]: schema as never }, ['id', 'title', field]);

/** Lamps that need something of a list which no operation writes. */
const lamps = (field: string, schema: object, stock: object) =>
  spec({
    '/lamps': {
      post: {
        ...takes(object({ title: text, [field]: schema as never }, ['title', field])),
        responses: shows(lamp(field, schema), '201'),
      },
    },
    '/lamps/{id}': item(lamp(field, schema)),
    ...stock,
  });

/** Takes nothing but what it lists. */
const server =
  (field: string, path: string, listed: unknown, known: unknown[]): MakeServer =>
  () => {
    const { routes } = store('/lamps', {});
    delete routes['GET /lamps'];
    const create = routes['POST /lamps'];
    const own: Routes = {
      [`GET ${path}`]: () => ok(listed),
      'POST /lamps': (asked) =>
        known.includes(asked.body[field])
          ? (create?.(asked) ?? { status: 500 })
          : { status: 422, body: { error: 'not known' } },
    };
    return { ...routes, ...own };
  };

const shape = object({ id: integer, label: text }, ['id', 'label']);
const socket = object({ code: text, label: text }, ['code']);
const CASES: [string, object, object, string, unknown, unknown[]][] = [
  [
    'shape_id',
    integer,
    { '/shapes': { get: { responses: listOf(shape) } } },
    '/shapes',
    [{ id: 7, label: 'cone' }],
    [7],
  ],
  ['socket_code', text, { '/sockets': { get: { responses: listOf(socket) } } }, '/sockets', [{ code: 'E27' }], ['E27']],
  ['socket', text, { '/sockets': { get: { responses: listOf(socket) } } }, '/sockets', [{ code: 'E27' }], ['E27']],
  [
    'shape',
    text,
    { '/shapes': { get: { responses: mapOf(object({ label: text })) } } },
    '/shapes',
    { usual: 'cone', shapes: { cone: { label: 'Cone' } } },
    ['cone'],
  ],
];

describe.each(CASES)('a lamp that needs %s', (field, schema, stock, path, listed, known) => {
  const document = lamps(field, schema, stock);

  it('takes it of the first thing that is listed', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['create-read', 'delete-gone']));
    expect(failures(await verify(document, server(field, path, listed, known)))).toEqual([]);
  });

  it('is not made where nothing is listed', async () => {
    const none = Array.isArray(listed) ? [] : { shapes: {} };
    const { journeys } = await verify(document, server(field, path, none, known), 'create-read');
    expect(journeys.map(({ verdict, reasonCode }) => `${verdict} ${reasonCode}`)).toEqual([
      'INCONCLUSIVE_SETUP_REQUIRED PREREQUISITE_NOT_FOUND',
    ]);
  });

  it('may be refused: what is listed need not be for everybody', async () => {
    expect(decisive(await verify(document, server(field, path, listed, [])))).toEqual([]);
  });
});

it('a request of nothing but what is listed may be refused, too', async () => {
  const document = spec({
    '/sales': {
      post: {
        ...takes(object({ shape_id: integer }, ['shape_id'])),
        responses: shows(object({ id: integer, shape_id: integer }, ['id', 'shape_id']), '201'),
      },
    },
    '/sales/{id}': item(object({ id: integer, shape_id: integer }, ['id', 'shape_id'])),
    '/shapes': { get: { responses: listOf(shape) } },
  });
  const sold: MakeServer = () => ({
    'GET /shapes': () => ok([{ id: 7, label: 'cone' }]),
    'POST /sales': () => ({ status: 422, body: { error: 'sold out' } }),
  });
  const { journeys } = await verify(document, sold);
  const made = journeys.filter(({ kind }) => kind !== 'call-unknown');
  expect(new Set(made.map(({ verdict }) => verdict))).toEqual(new Set(['INCONCLUSIVE_INPUT_CONSTRAINT']));
});

/** What the create of a lamp sends in a field: the step whose list it comes from, or how it is made. */
async function sourceOf(document: object, field: string): Promise<string | undefined> {
  const { bundle } = await plan(document);
  const { steps = [] } = bundle.plans.find(({ kind }) => kind === 'create-read') ?? {};
  const body = steps.find(({ method }) => method === 'POST')?.body?.value;
  const value = body && 'object' in body ? body.object[field] : undefined;
  if (value === undefined || !('capture' in value)) return value && Object.keys(value)[0];
  return steps.find(({ captures }) => Object.hasOwn(captures, value.capture))?.id;
}

const kindsOf = async (document: object) => kindsBesidePins((await plan(document)).bundle.plans);

describe('things are no stock', () => {
  it('where an operation writes them', async () => {
    const written = { '/shapes/{id}/sale': { post: { responses: { '204': { description: 'done' } } } } };
    const stock = { ...pins, '/shapes': { get: { responses: listOf(shape) } }, ...written };
    expect(await kindsOf(lamps('shape_id', integer, stock))).toEqual(['call-unknown', 'call-unknown']);
  });

  it('where they are people', async () => {
    const stock = { ...pins, '/customers': { get: { responses: listOf(shape) } } };
    expect(await kindsOf(lamps('customer_id', integer, stock))).toEqual(['call-unknown', 'call-unknown']);
  });
});

describe('a name of what things are made after', () => {
  const engine = object({ id: integer, name: text }, ['id', 'name']);
  const engines = (sent: Fields) =>
    spec({
      '/engines': { post: { ...takes(object(sent as never, ['name'])), responses: shows(engine, '201') } },
      '/engines/{id}': item(engine),
      '/engine-types': { get: { responses: listOf(object({ name: text }, ['name'])) } },
    });

  it('is one of those that are listed', async () => {
    expect(await sourceOf(engines({ name: text }), 'name')).toBe('find-engine-type');
  });

  it('is the own name of a thing whose sort is said otherwise', async () => {
    expect(await sourceOf(engines({ name: text, type: text }), 'name')).toBe('unique');
  });
});

it('the id that a thing is made with is none of those that a search shows', async () => {
  const group = object({ groupId: text, about: text }, ['groupId']);
  const document = spec({
    '/groups': { post: { ...takes(group), responses: shows(group) }, get: { responses: listOf(group) } },
    '/groups/{groupId}': {
      parameters: [param('groupId')],
      get: { responses: { ...shows(group), ...missing } },
      delete: { responses: noBody },
    },
    '/search/groups': { get: { responses: listOf(group) } },
  });
  const { bundle } = await plan(document);
  const steps = bundle.plans.flatMap((one) => one.steps);
  expect(bundle.plans.map(({ kind }) => kind)).toContain('create-read');
  expect(steps.filter(({ id }) => id.startsWith('find-'))).toEqual([]);
});

it('what a thing is called itself is not taken from another list of its kind', async () => {
  const lamp = object({ id: integer, lamp_name: text, note: text }, ['id', 'lamp_name']);
  const { bundle } = await plan(
    spec({
      '/lamps': {
        post: { ...takes(object({ lamp_name: text, note: text }, ['lamp_name'])), responses: shows(lamp, '201') },
      },
      '/lamps/{id}': item(lamp),
      '/shop/lamps': { get: { responses: listOf(lamp) } },
    }),
  );
  const [read] = bundle.plans.filter(({ kind }) => kind === 'create-read');
  expect(read?.steps.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /lamps', 'GET /lamps/{id}']);
});
