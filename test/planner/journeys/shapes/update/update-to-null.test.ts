import { describe, expect, it } from 'vitest';

import { merged } from '#planner/proof/mock/initial-state.ts';

import { failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const note = { type: ['string', 'null'] };
const documentOf = (contentType: string, notes: object = note) => {
  const own = { title: text, notes: notes as Record<string, unknown> };
  const part = object({ id: integer, ...own }, ['id', 'title']);
  const { requestBody } = takes(object(own)) as { requestBody: { content: Record<string, unknown> } };
  const [body] = Object.values(requestBody.content);
  return spec({
    '/parts': { post: { ...takes(object(own, ['title'])), responses: shows(part, '201') } },
    '/parts/{id}': {
      ...item(part),
      patch: { requestBody: { content: { [contentType]: body } }, responses: shows(part) },
    },
  });
};
const document = documentOf('application/merge-patch+json');
const name = 'A part loses a text that PATCH sets to null';

const server =
  (patch: (one: Fields, body: Fields) => Fields, refuses = false): MakeServer =>
  () => {
    const { on, routes } = store('/parts', {});
    routes['PATCH /parts/{id}'] = on((one, body): Told =>
      refuses && body['notes'] === null
        ? { status: 400, body: { error: 'notes must be a text' } }
        : ok(Object.assign(one, patch(one, body))),
    );
    return routes;
  };

describe('a JSON Merge Patch with null', () => {
  it.each<[string, MakeServer]>([
    ['shows null', server((_one, body) => body)],
    [
      'leaves the member out',
      server((_one, body) => ({ ...body, ...(body['notes'] === null && { notes: undefined }) })),
    ],
    ['shows an empty text', server((_one, body) => ({ ...body, ...(body['notes'] === null && { notes: '' }) }))],
    [
      'falls back to a text of its own',
      server((_one, body) => ({ ...body, ...(body['notes'] === null && { notes: 'none' }) })),
    ],
    ['refuses null', server((_one, body) => body, true)],
  ])('accuses no server that %s', async (_name, make) => {
    expect(failures(await verify(document, make))).toEqual([]);
  });

  it('finds a server that keeps the old value', async () => {
    const keeps = server((one, body) => ({ ...body, notes: body['notes'] ?? one['notes'] }));
    expect(failures(await verify(document, keeps))).toEqual([`FAIL_DECISIVE_PERSISTENCE UNCHANGED: ${name}`]);
  });

  it('is planned with the fault that it finds, for a nullable text of a merge patch alone', async () => {
    const kept = (await plan(document)).bundle.plans.find((one) => one.name === name);
    expect(kept?.proof).toEqual(['null-ignored PATCH /parts/{id}']);
    for (const other of [
      documentOf('application/json'),
      documentOf('application/merge-patch+json', text),
      documentOf('application/merge-patch+json', { ...note, default: 'none' }),
    ])
      expect((await plan(other)).bundle.plans.map((one) => one.name)).not.toContain(name);
  });
});

it('a JSON Merge Patch leaves members of an object that it does not name, and removes those that it sets to null', () => {
  const held = { attributes: { title: 'a', notes: 'b' }, place: { city: 'c', street: 'd' }, tags: ['e'] };
  const sent = { attributes: { notes: null }, place: { city: 'f' }, tags: ['g'], more: { one: 1, two: null } };
  expect(merged(held, sent)).toEqual({
    attributes: { title: 'a' },
    place: { city: 'f', street: 'd' },
    tags: ['g'],
    more: { one: 1 },
  });
});
