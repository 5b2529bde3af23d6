import { describe, expect, it } from 'vitest';

import { failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

const uuid = { type: 'string', format: 'uuid' };
const flavor = object({ id: uuid, name: text }, ['id', 'name']);
const documentOf = (member: string, schema: object) => {
  const fields = { title: text, [member]: schema as never };
  const shown = object({ id: uuid, ...fields }, ['id', 'title', member]);
  return spec({
    '/flavors': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(flavor, '201') } },
    '/flavors/{id}': item(flavor, uuid),
    '/components': {
      post: { ...takes(object(fields, ['title', member])), responses: shows(shown, '201') },
      get: {
        parameters: [{ name: member, in: 'query', schema }],
        responses: shows({ type: 'array', items: shown }),
      },
    },
    '/components/{id}': item(shown, uuid),
  });
};

/** Takes for `member` what a flavor has in `known`. */
const serverOf =
  (member: string, known: string): MakeServer =>
  () => {
    const idOf = (serial: number) => `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
    const flavors = store('/flavors', {}, idOf);
    const components = store('/components', {}, idOf);
    const make = components.routes['POST /components']!;
    return {
      ...flavors.routes,
      ...components.routes,
      'POST /components': (asked) =>
        [...flavors.items.values()].some((one) => one[known] === asked.body[member])
          ? make(asked)
          : { status: 404, body: { error: `no flavor with ${known} ${String(asked.body[member])}` } },
      'GET /components': ({ query }) => ({
        status: 200,
        body: [...components.items.values()].filter((one) => (query.get(member) ?? one[member]) === one[member]),
      }),
    };
  };

describe('a thing that is known by a UUID', () => {
  it.each([
    ['is meant by its name where a member called like it takes any text', 'flavor', text, 'name'],
    ['is meant by its id where the member is a UUID', 'flavor', uuid, 'id'],
    ['is meant by its id where the member is called so', 'flavor_id', text, 'id'],
  ])('%s', async (_, member, schema, known) => {
    const document = documentOf(member, schema);
    expect(failures(await verify(document, serverOf(member, known)))).toEqual([]);
    expect((await plan(document)).bundle.plans.map(({ kind }) => kind)).toContain('child-under-parent');
  });
});
