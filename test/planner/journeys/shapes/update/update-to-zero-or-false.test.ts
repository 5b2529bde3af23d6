import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, ok, store } from '#test/small-store.ts';

const stock = { type: 'integer', minimum: 0 };
const done = { ...boolean, default: false };
const documentOf = (fields: Record<string, object>, method = 'patch') => {
  const own = { title: text, ...fields } as Record<string, Record<string, unknown>>;
  const part = object({ id: integer, ...own }, ['id', 'title']);
  return spec({
    '/parts': {
      post: { ...takes(object(own, ['title'])), responses: shows(part, '201') },
      get: { responses: shows({ type: 'array', items: part }) },
    },
    '/parts/{id}': {
      ...item(part),
      [method]: { ...takes(object(own, method === 'put' ? ['title'] : [])), responses: shows(part) },
    },
  });
};
const document = documentOf({ stock, done });
const name = 'PATCH of a part with 0 or false is stored';

/** `change` says what becomes of a part with what is sent; undefined where it is gone then. */
const server =
  (change: (one: Fields, body: Fields) => Fields | Told | undefined, method = 'PATCH'): MakeServer =>
  () => {
    const { items, on, routes } = store('/parts', {});
    routes[`${method} /parts/{id}`] = on((one, body) => {
      const changed = change(one, body);
      if (changed && typeof changed['status'] === 'number') return changed as Told;
      if (changed) items.set(String(one['id']), changed as Fields);
      else items.delete(String(one['id']));
      return ok(changed ?? one);
    });
    return routes;
  };
const sound = (one: Fields, body: Fields) => ({ ...one, ...body });
/** Takes over what is something. */
const onlyIfSomething = (one: Fields, body: Fields) => ({
  ...one,
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => Boolean(value))),
});

describe('a zero that is allowed, and a flag that goes down again', () => {
  it('are sent by an update of their own, each kind by itself', async () => {
    const { bundle } = await plan(document);
    const steps = bundle.plans.find((one) => one.name === name)?.steps ?? [];
    expect(steps.map(({ method, body }) => [method, body?.value])).toEqual([
      ['POST', expect.anything()],
      ['PATCH', expect.anything()],
      ['GET', undefined],
      ['PATCH', { object: { stock: { literal: 0 } } }],
      ['GET', undefined],
      ['GET', undefined],
      ['PATCH', { object: { done: { literal: false } } }],
      ['GET', undefined],
    ]);
  });

  it.each<[string, Parameters<typeof server>[0]]>([
    ['keeps them', sound],
    [
      'leaves out what is zero or false',
      (one, body) =>
        Object.fromEntries(Object.entries(sound(one, body)).filter(([, value]) => value !== 0 && value !== false)),
    ],
    [
      'settles other things with them',
      (one, body) => ({ ...sound(one, body), ...(body['stock'] === 0 && { done: true }) }),
    ],
  ])('accuse no server that %s', async (_name, change) => {
    expect(failures(await verify(document, server(change)))).toEqual([]);
  });

  it.each<[string, Parameters<typeof server>[0], string]>([
    ['has nothing left at zero', (one, body) => (body['stock'] === 0 ? undefined : sound(one, body)), 'STATE_CONFLICT'],
    [
      'refuses a zero',
      (one, body) => (body['stock'] === 0 ? { status: 422, body: { error: 'stock' } } : sound(one, body)),
      'INPUT_REFUSED',
    ],
  ])('leave undecided a server that %s', async (_name, change, reason) => {
    const { journeys } = await verify(document, server(change));
    expect(
      journeys.filter(({ status }) => status !== 'pass').map((one) => [one.name, one.status, one.reasonCode]),
    ).toEqual([[name, 'skip', reason]]);
  });

  it.each<[string, object, Parameters<typeof server>[0], string]>([
    ['zero', documentOf({ stock }), onlyIfSomething, 'PATCH'],
    ['false', documentOf({ done }), onlyIfSomething, 'PATCH'],
    ['either', document, onlyIfSomething, 'PATCH'],
    [
      'zero, for which it puts one',
      documentOf({ stock }, 'put'),
      (one, body) => ({ ...sound(one, body), stock: body['stock'] || 1 }),
      'PUT',
    ],
    [
      'zero of a thing put anew',
      documentOf({ stock }, 'put'),
      (one, body) => ({ ...onlyIfSomething(one, body) }),
      'PUT',
    ],
  ])('are missed where a server loses %s', async (_name, wanted, change, method) => {
    const { journeys } = await verify(wanted, server(change, method));
    const found = journeys.find((one) => one.name === name.replace('PATCH', method));
    expect(found?.verdict).toBe('FAIL_DECISIVE_PERSISTENCE');
  });

  it('are one cause with all that an update does not store', async () => {
    const found = decisive(
      await verify(
        document,
        server((one) => one),
      ),
    );
    expect(found.filter((one) => one.endsWith(name))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  it('are not sent where a zero may mean something else, or nothing says that it is taken', async () => {
    const { bundle, dropped } = await plan(
      documentOf({ maxParts: stock, size: integer, weight: { type: 'integer', minimum: 1 }, ready: boolean }),
    );
    expect([...bundle.plans, ...dropped].filter(({ name }) => / zero /.test(name))).toEqual([]);
  });
});

describe('a thing made with zero', () => {
  const made = 'A part created with 0 is stored with 0';
  const making =
    (make: (body: Fields) => Fields): MakeServer =>
    () => {
      const all = server(sound)({} as never);
      const create = all['POST /parts'];
      all['POST /parts'] = (asked) => create?.({ ...asked, body: make(asked.body) }) as Told;
      return all;
    };
  const told = async (make: Parameters<typeof making>[0]) => {
    const { journeys } = await verify(document, making(make));
    return journeys.flatMap(({ name, status, reasonCode }) => (status === 'pass' ? [] : [[name, status, reasonCode]]));
  };

  it.each<[string, (body: Fields) => Fields]>([
    ['keeps it', (body) => body],
    ['settles other things with it', (body) => ({ ...body, ...(body['stock'] === 0 && { done: true }) })],
  ])('accuses no server that %s', async (_name, make) => {
    expect(await told(make)).toEqual([]);
  });

  it.each<[string, (body: Fields) => Fields]>([
    ['puts a usual number in its place', (body) => ({ ...body, stock: body['stock'] || 10 })],
    ['puts null in its place', (body) => ({ ...body, stock: body['stock'] || null })],
  ])('is told where a server %s', async (_name, make) => {
    expect((await told(make)).map(([name, status]) => [name, status])).toEqual([[made, 'fail']]);
  });
});
