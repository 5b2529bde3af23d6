import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, ok, store } from '#test/small-store.ts';

describe('what servers write otherwise than it was sent', () => {
  const time = { type: 'string', format: 'date-time' };
  const line = object({ sku: text, quantity: integer }, ['sku', 'quantity']);
  const own = { title: text, startsAt: time, done: boolean, lines: { type: 'array', items: line } };
  const visit = object({ id: integer, ...own }, ['id', 'title', 'startsAt', 'lines']);
  const sent = object(own, ['title', 'startsAt', 'lines']);
  const document = spec({
    '/visits': {
      post: { ...takes(sent), responses: shows(visit, '201') },
      get: { responses: shows({ type: 'array', items: visit }) },
    },
    '/visits/{id}': { ...item(visit), put: { ...takes(sent), responses: shows(visit) } },
  });
  /** Times with milliseconds, lines with ids of their own, nothing that is false. */
  const written = (one: Fields): Fields => {
    const { done, ...rest } = one;
    return {
      ...rest,
      startsAt: new Date(String(one['startsAt'])).toISOString(),
      lines: (one['lines'] as Fields[]).map((each, at) => ({ ...each, id: at + 1 })),
      ...(done === true ? { done } : {}),
    };
  };
  const server =
    (shown: (one: Fields) => Fields): MakeServer =>
    () => {
      const { items, on, routes } = store('/visits', {});
      routes['GET /visits'] = () => ok([...items.values()].map(shown));
      routes['GET /visits/{id}'] = on((one) => ok(shown(one)));
      routes['PUT /visits/{id}'] = on((one, body) => ok(shown(Object.assign(one, { done: undefined }, body))));
      const create = routes['POST /visits'];
      routes['POST /visits'] = (asked) => {
        const told = create?.(asked);
        return { status: 201, body: shown(told?.body as Fields) };
      };
      return routes;
    };

  it('passes: times with milliseconds, members filled in, what is false left out', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['create-list', 'update-read']));
    expect(failures(await verify(document, server(written)))).toEqual([]);
  });

  it.each<[string, (one: Fields) => Fields]>([
    ['another time', (one) => ({ ...one, startsAt: '2001-01-01T00:00:00.000Z' })],
    ['another line', (one) => ({ ...one, lines: [{ sku: 'other', quantity: 1 }] })],
    ['true where it is false', (one) => ({ ...one, done: true })],
  ])('but %s is found, in every list and read', async (_name, alter) => {
    const found = decisive(
      await verify(
        document,
        server((one) => alter(written(one))),
      ),
    );
    expect(found.length).toBeGreaterThan(0);
  });
});
