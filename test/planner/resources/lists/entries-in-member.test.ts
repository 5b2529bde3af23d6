import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const open = (fields: Record<string, Record<string, unknown>>) => ({ ...object(fields), additionalProperties: {} });
const inner = open({ size: integer, weight: integer });
const whole = object({ data: inner, permissions: object({}) });
const both = { ...shows(whole), ...shows(whole, '201') };
/** A box is shown with what may be done to it, its list shows what stands inside alone. */
const documentOf = (entry: object) =>
  spec({
    '/boxes': { get: { responses: shows(object({ data: { type: 'array', items: entry } })) } },
    '/boxes/{id}': {
      parameters: [param('id')],
      put: { ...takes(whole), responses: both },
      get: { responses: { ...shows(whole), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
const document = documentOf(inner);

const server =
  (listed: (data: Fields) => unknown = (data) => data): MakeServer =>
  () => {
    const items = new Map<string, Fields>();
    return {
      'GET /boxes': () => ok({ data: [...items.values()].map(listed) }),
      'PUT /boxes/{id}': ({ params: [id = ''], body }) => {
        const status = items.has(id) ? 200 : 201;
        items.set(id, body['data'] as Fields);
        return { status, body: { data: items.get(id), permissions: {} } };
      },
      'GET /boxes/{id}': ({ params: [id = ''] }) =>
        items.has(id) ? ok({ data: items.get(id), permissions: {} }) : notFound,
      'DELETE /boxes/{id}': ({ params: [id = ''] }) => (items.delete(id) ? { status: 204 } : notFound),
    };
  };

const matched = async (from: object) => {
  const { bundle } = await plan(from);
  const [list] = bundle.plans.filter(({ kind }) => kind === 'create-list');
  const [looked] = list?.steps.at(-1)?.assert ?? [];
  return looked && 'match' in looked ? looked.match.map(({ pointer }) => pointer) : [];
};

it('a list whose entries are what stands in one member of the thing shows it as it was sent', async () => {
  expect(await matched(document)).toEqual(['/note', '/size', '/weight']);
});

it('of entries that are documented otherwise only what tells the thing is claimed', async () => {
  expect(await matched(documentOf(open({ size: integer })))).toEqual(['/note']);
});

it.each([
  ['all', (data: Fields) => data],
  ['less of each', ({ note }: Fields) => ({ note })],
  ['more of each', (data: Fields) => ({ ...data, id: 7 })],
])('a sound server passes that lists %s', async (_, listed) => {
  expect(failures(await verify(document, server(listed)))).toEqual([]);
});

it('another value in the list is told', async () => {
  const wrong = server((data) => ({ ...data, size: Number(data['size']) + 1 }));
  expect(decisive(await verify(document, wrong, 'create-list'))).toHaveLength(1);
});

it('a list that shows in short what the thing and its parent are shows the thing, not the parent', async () => {
  const short = object({ id: integer, name: text, size: integer }, ['id', 'name', 'size']);
  const task = object({ id: integer, name: text, size: integer, item: short, parent: short }, ['id']);
  const sent = object({ name: text, size: integer, item: short, parent: short }, ['name']);
  const { bundle } = await plan(
    spec({
      '/tasks': {
        post: { ...takes(sent), responses: shows(task, '201') },
        get: { responses: shows(object({ data: { type: 'array', items: short } })) },
      },
      '/tasks/{id}': { parameters: [param('id', integer)], get: { responses: { ...shows(task), ...missing } } },
    }),
  );
  const listed = bundle.plans.flatMap(({ steps }) =>
    steps.flatMap(({ assert }) => assert.flatMap((one) => (one.op === 'listContains' ? one.match : []))),
  );
  expect(listed.map(({ value }) => ('sent' in value ? value.pointer : ''))).toContain('/body/name');
  expect(JSON.stringify(listed)).not.toMatch(/\/body\/(item|parent)/);
});
