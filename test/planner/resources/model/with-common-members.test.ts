import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, ok, store } from '#test/small-store.ts';

/** A field of a form is of one of two kinds, each with a schema of its own; wrapped, as one framework writes it. */
const kinds = { NUMBER: { lowest: integer }, TEXT: { hint: text } };
const kind = (name: keyof typeof kinds) => ({ title: text, ...kinds[name], kind: { type: 'string', const: name } });
const branches = (more: object) => ({
  oneOf: (['NUMBER', 'TEXT'] as const).map((name) =>
    object({ ...more, ...kind(name) }, [...Object.keys(more), 'title', 'kind']),
  ),
});
const data = (schema: object) => object({ data: schema as never }, ['data']);
const documentOf = (id: object, shown = branches({ id })) =>
  spec({
    '/fields': {
      post: { ...takes(branches({}) as never), responses: shows(data(shown), '201') },
      get: { responses: shows(data({ type: 'array', items: shown })) },
    },
    '/fields/{id}': {
      parameters: [param('id', id as never)],
      get: { responses: { ...shows(data(shown)), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });

const server =
  (loses: boolean): MakeServer =>
  () => {
    const { items, on, routes } = store('/fields', {});
    const create = routes['POST /fields']!;
    return {
      ...routes,
      'POST /fields': (asked) => {
        const { status, body } = create(asked);
        const answered = { status, body: { data: { ...(body as object) } } };
        if (loses) Object.assign(body as object, { title: 'none' });
        return answered;
      },
      'GET /fields': () => ok({ data: [...items.values()] }),
      'GET /fields/{id}': on((one) => ok({ data: one })),
    };
  };

describe('a thing that is shown as one of several schemas', () => {
  it('is known by what all of them have', async () => {
    const found = new Set((await plan(documentOf(integer))).bundle.plans.map((one) => one.kind));
    for (const wanted of ['create-echo', 'create-read', 'create-list', 'delete-gone']) expect(found).toContain(wanted);
    expect(failures(await verify(documentOf(integer), server(false)))).toEqual([]);
  });

  it('and is missed where what all of them show is lost', async () => {
    expect(decisive(await verify(documentOf(integer), server(true), 'create-read'))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created field can be read back',
    ]);
  });

  it('has no id where they document it otherwise', async () => {
    const [one, other] = branches({ id: integer }).oneOf;
    const mixed = { oneOf: [one, { ...other, properties: { ...(other?.['properties'] as object), id: text } }] };
    const { plans } = (await plan(documentOf(integer, mixed as never))).bundle;
    expect(plans.filter((found) => found.kind === 'create-read')).toEqual([]);
  });
});
