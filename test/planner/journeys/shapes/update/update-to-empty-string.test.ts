import { describe, expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const documentOf = (notes: object, required: string[] = ['title']) => {
  const own = { title: text, notes: notes as Record<string, unknown>, size: integer };
  const part = object({ id: integer, ...own }, ['id', 'title']);
  return spec({
    '/parts': { post: { ...takes(object(own, required)), responses: shows(part, '201') } },
    '/parts/{id}': { ...item(part), patch: { ...takes(object(own)), responses: shows(part) } },
  });
};
const document = documentOf(text);
const name = 'PATCH of a part with an empty text is stored';
const server =
  (change: (one: Fields, body: Fields) => Fields, refuses: (body: Fields) => boolean = () => false): MakeServer =>
  () => {
    const { on, routes } = store('/parts', {});
    routes['PATCH /parts/{id}'] = on((one, body): Told =>
      refuses(body)
        ? { status: 400, body: { error: 'notes must not be empty' } }
        : ok(Object.assign(one, change(one, body))),
    );
    return routes;
  };
const told = async (make: MakeServer) => {
  const { journeys } = await verify(document, make);
  return journeys.flatMap(({ name: journey, status, reasonCode }) =>
    status === 'pass' ? [] : [`${journey}: ${status} ${reasonCode}`],
  );
};

describe('a text that need not be there', () => {
  it.each<[string, MakeServer]>([
    ['keeps it empty', server((_one, body) => body)],
    ['stores none', server((_one, body) => ({ ...body, ...(body['notes'] === '' && { notes: null }) }))],
    ['leaves it out', server((_one, body) => ({ ...body, ...(body['notes'] === '' && { notes: undefined }) }))],
    [
      'refuses empty ones',
      server(
        (_one, body) => body,
        ({ notes }) => notes === '',
      ),
    ],
  ])('is emptied, and no server is accused that %s', async (_name, make) => {
    expect(failures(await verify(document, make))).toEqual([]);
  });

  it.each<[string, MakeServer]>([
    ['keeps the old text', server((one, body) => ({ ...body, notes: body['notes'] || one['notes'] }))],
    [
      'keeps the old text, and says otherwise',
      () => {
        const { on, routes } = store('/parts', {});
        routes['PATCH /parts/{id}'] = on((one, body) => {
          const { notes } = one;
          Object.assign(one, body, { notes: body['notes'] || notes });
          return ok({ ...one, ...body });
        });
        return routes;
      },
    ],
  ])('is missed where a server %s', async (_name, make) => {
    expect(await told(make)).toEqual([expect.stringMatching(new RegExp(`^${name}: fail VALUE_(ALTERED|NOT_STORED)$`))]);
  });

  it.each<[string, object, string[]?]>([
    ['has a least length', { ...text, minLength: 1 }],
    ['has a form', { ...text, pattern: '^.*$' }],
    ['has a default', { ...text, default: 'none' }],
    ['is asked for', text, ['title', 'notes']],
  ])('is not emptied where it %s', async (_name, notes, required) => {
    const { bundle, dropped } = await plan(documentOf(notes, required));
    expect([...bundle.plans, ...dropped].filter((one) => one.name.includes('empties'))).toEqual([]);
  });

  it('is not emptied in a form, where what is empty is not there', async () => {
    const own = object({ title: text, notes: text, size: integer });
    const body = { required: true, content: { 'application/x-www-form-urlencoded': { schema: own } } };
    const inForms = structuredClone(document);
    Object.assign((inForms.paths as Record<string, { patch?: object }>)['/parts/{id}']?.patch ?? {}, {
      requestBody: body,
    });
    const { bundle } = await plan(inForms);
    expect(bundle.plans.map((one) => one.name)).toContain('A part changed by PATCH shows the change');
    expect(bundle.plans.filter((one) => one.name.includes('empties'))).toEqual([]);
  });
});
