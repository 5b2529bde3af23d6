import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const anything = { type: 'object', additionalProperties: {} };
const wrapped = object({ data: anything, layout: object({}) });
const document = spec({
  '/boxes': { get: { responses: shows(object({ data: { type: 'array', items: anything } })) } },
  '/boxes/{id}': {
    parameters: [param('id')],
    put: { ...takes(wrapped), responses: { ...shows(wrapped), ...shows(wrapped, '201') } },
    patch: { ...takes(wrapped), responses: { ...shows(wrapped), ...missing } },
    get: { responses: { ...shows(wrapped), ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
});

/** Keeps whatever it is sent, or with `keeps` what that leaves of it; `shows` = what answers to writes show. */
const server =
  (
    keeps: (sent: Fields, before: Fields) => Fields = (sent) => sent,
    echo: (sent: Fields, kept: Fields) => Fields = (_sent, kept) => kept,
  ): MakeServer =>
  () => {
    const items = new Map<string, Fields>();
    const told = (id: string, data: Fields) => ok({ data: { ...data, id } });
    const write = (id: string, sent: Fields): ReturnType<typeof told> => {
      const kept = keeps(sent, items.get(id) ?? {});
      items.set(id, kept);
      return told(id, echo(sent, kept));
    };
    const routes: Routes = {
      'GET /boxes': () => ok({ data: [...items].map(([id, data]) => ({ ...data, id })) }),
      'PUT /boxes/{id}': ({ params: [id = ''], body }) => write(id, (body['data'] ?? {}) as Fields),
      'PATCH /boxes/{id}': ({ params: [id = ''], body }) =>
        items.has(id) ? write(id, { ...items.get(id), ...(body['data'] as Fields) }) : notFound,
      'GET /boxes/{id}': ({ params: [id = ''] }) => {
        const item = items.get(id);
        return item ? told(id, item) : notFound;
      },
      'DELETE /boxes/{id}': ({ params: [id = ''] }) => (items.delete(id) ? { status: 204 } : notFound),
    };
    return routes;
  };

describe('where a document says only that an object may hold anything', () => {
  it('a text of our own is sent, and everything is planned with it', async () => {
    const { bundle } = await plan(document);
    const kinds = bundle.plans.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['create-echo', 'create-read', 'create-list', 'update-read', 'delete-gone']),
    );
    const steps = bundle.plans.flatMap((one) => one.steps).filter(({ id }) => id !== 'update-nothing-box');
    const bodies = steps.flatMap(({ body }) => (body ? [body.value] : []));
    expect(bodies.every((body) => 'object' in body && Object.keys(body.object).join() === 'data')).toBe(true);
  });

  it('a server that keeps it passes', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('one that drops it at once has said so, and is not accused', async () => {
    expect(
      failures(
        await verify(
          document,
          server(() => ({})),
        ),
      ),
    ).toEqual([]);
  });

  it.each([
    ['an object', (value: unknown) => ({ value })],
    ['a list', (value: unknown) => [value]],
  ])('nor is one that keeps it as %s', async (_name, form) => {
    const keeping = server((sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, typeof value === 'string' ? form(value) : value]),
      ),
    );
    expect(failures(await verify(document, keeping))).toEqual([]);
  });

  it('one that shows it and does not keep it is found', async () => {
    const forgetful = server(
      (sent, before) => (Object.keys(before).length > 0 ? before : sent),
      (sent) => sent,
    );
    expect(decisive(await verify(document, forgetful, 'update-read'))).toContainEqual(
      expect.stringContaining('VALUE_NOT_STORED'),
    );
  });
});

it('nothing is sent where further members are merely not excluded, nor beside what is documented', async () => {
  const plain = spec({
    '/boxes/{id}': {
      parameters: [param('id')],
      put: { ...takes({ type: 'object' }), responses: shows(object({ size: { type: 'string' } })) },
    },
    '/bags/{id}': {
      parameters: [param('id')],
      put: {
        ...takes({ ...anything, properties: { title: { type: 'string' } } }),
        responses: shows(object({ title: { type: 'string' } })),
      },
    },
  });
  const { bundle } = await plan(plain);
  expect(JSON.stringify(bundle.plans)).not.toContain('"note"');
});

it('nothing of our own is sent in what holds credentials or settings, and need not be sent', async () => {
  const open = spec({
    '/boxes/{id}': {
      parameters: [param('id')],
      put: {
        ...takes(object({ title: { type: 'string' }, credentials: anything, settings: anything }, ['title'])),
        responses: shows(object({ title: { type: 'string' } }), '201'),
      },
      get: { responses: shows(object({ title: { type: 'string' } })) },
      delete: { responses: noBody },
    },
  });
  const { bundle } = await plan(open);
  expect(bundle.plans.length).toBeGreaterThan(0);
  expect(JSON.stringify(bundle.plans)).not.toContain('"note"');
});
