import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, number, ok, store } from '#test/small-store.ts';

describe('a list that is asked by what is no value of a field', () => {
  const own = { title: text, price: number, stock: integer };
  const thing = object({ id: integer, ...own, done: boolean }, ['id', 'title', 'done']);
  const asked = (name: string, schema: object = text) => ({ name, in: 'query', schema });
  const document = spec({
    '/things': {
      post: { ...takes(object(own, ['title', 'price'])), responses: shows(thing, '201') },
      get: {
        parameters: [
          asked('q'),
          asked('price_max', number),
          asked('minStock', { ...integer, minimum: 0 }),
          asked('min_weight', number),
          asked('maxItems', integer),
          asked('search', { type: 'string', enum: ['fast', 'whole'] }),
          asked('done', boolean),
        ],
        responses: shows({ type: 'array', items: thing }),
      },
    },
    '/things/{id}': item(thing),
  });
  /** `ignored`: the parameter that the list does not look at. */
  const server = (ignored?: string): MakeServer => {
    return () => {
      const { items, routes } = store('/things', { done: false });
      const keeps: Record<string, (one: Fields, value: string) => boolean> = {
        q: (one, value) => String(one['title']).includes(value),
        price_max: (one, value) => Number(one['price']) <= Number(value),
        minStock: (one, value) => Number(one['stock']) >= Number(value),
        // Without it, all: not only those that are not done.
        done: (one, value) => value === 'false' || one['done'] === true,
      };
      routes['GET /things'] = ({ query }) => {
        const tests = [...query].filter(([name]) => name !== ignored);
        return ok(
          [...items.values()].filter((one) => tests.every(([name, value]) => keeps[name]?.(one, value) ?? true)),
        );
      };
      return routes;
    };
  };

  it('is asked for what the item does not fit, and by nothing else', async () => {
    const { bundle } = await plan(document);
    const filters = bundle.plans.filter(({ kind }) => kind === 'list-filter').map(({ name }) => name);
    expect(filters.toSorted()).toEqual([
      'The list filtered by done shows each thing that matches and no other',
      'The list filtered by minStock leaves out a thing that does not match',
      'The list filtered by price_max leaves out a thing that does not match',
      'The list filtered by q leaves out a thing that does not match',
    ]);
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it.each(['q', 'price_max', 'minStock', 'done'])('is found where it ignores %s', async (name) => {
    expect(decisive(await verify(document, server(name)))).toEqual([
      expect.stringMatching(new RegExp(`^FAIL_DECISIVE_CONTRACT NOT_FILTERED: The list filtered by ${name} `)),
    ]);
  });

  it.each<[string, (price: number, asked: number) => boolean]>([
    ['minStock', (held, asked) => held > asked],
    ['price_max', (held, asked) => held < asked],
  ])('is found where what is just as much as %s is left out', async (name, keeps) => {
    const whole = JSON.parse(JSON.stringify(document).replaceAll('"type":"number"', '"type":"integer"')) as object;
    const strict: MakeServer = (clock) => {
      const routes = server(name)(clock);
      const all = routes['GET /things'];
      const field = name === 'minStock' ? 'stock' : 'price';
      routes['GET /things'] = (asked) => {
        const bound = asked.query.get(name);
        const items = all?.(asked).body as Fields[];
        return ok(items.filter((one) => bound === null || keeps(Number(one[field]), Number(bound))));
      };
      return routes;
    };
    expect(failures(await verify(whole, server()))).toEqual([]);
    expect(decisive(await verify(whole, strict))).toEqual([
      `FAIL_DECISIVE_CONTRACT NOT_FILTERED: The list filtered by ${name} leaves out a thing that does not match`,
    ]);
    // More than so much, and less, it is not itself.
    const names = { minStock: 'stock_gt', price_max: 'price_lt' };
    const beyond = JSON.parse(JSON.stringify(whole).replace(name, names[name as keyof typeof names])) as object;
    const steps = (await plan(beyond)).bundle.plans.find((one) =>
      /filtered by (stock|price)_[gl]t/.test(one.name),
    )?.steps;
    expect(steps?.at(-1)?.assert.map(({ op }) => op)).toEqual(['listLacks']);
  });

  it('is found where it cannot search through what an item has not', async () => {
    const crashing: MakeServer = (clock) => {
      const routes = server()(clock);
      const list = routes['GET /things'] ?? (() => ok([]));
      const holds = ({ body }: Told) => (body as Fields[]).every(({ stock }) => stock !== undefined);
      routes['GET /things'] = (asked) =>
        asked.query.has('q') && !holds(list({ ...asked, query: new URLSearchParams() }))
          ? { status: 500 }
          : list(asked);
      return routes;
    };
    expect(decisive(await verify(document, crashing))).toEqual([
      'FAIL_DECISIVE_CONTRACT SERVER_ERROR: The list filtered by q leaves out a thing that does not match',
    ]);
  });

  it.each([
    ['whose summary says that it finds by likeness', { summary: 'Semantic search over things' }, asked('q')],
    ['beside what says where it looks', {}, asked('q'), asked('searchBy')],
    ['beside a bound of likeness', {}, asked('q'), asked('min_similarity', number)],
  ])('is not searched %s', async (_, more, ...parameters) => {
    const { paths, ...rest } = document as unknown as { paths: Record<string, object> };
    const get = { ...more, parameters, responses: shows({ type: 'array', items: thing }) };
    const { bundle } = await plan({ ...rest, paths: { ...paths, '/things': { ...paths['/things'], get } } } as never);
    expect(bundle.plans.map(({ kind }) => kind)).toContain('create-list');
    expect(bundle.plans.map(({ kind }) => kind)).not.toContain('list-filter');
  });
});

describe('a list that is asked by the first or the last day', () => {
  const day = { type: 'string', format: 'date' };
  const instant = { type: 'string', format: 'date-time' };
  const asked = (name: string, schema: object = day) => ({ name, in: 'query', schema });
  const documentOf = (own: Record<string, object>, ...parameters: object[]) => {
    const thing = object({ id: integer, title: text, ...own } as never, ['id', 'title']);
    return spec({
      '/things': {
        post: { ...takes(object({ title: text, ...own } as never, ['title'])), responses: shows(thing, '201') },
        get: { parameters, responses: shows({ type: 'array', items: thing }) },
      },
      '/things/{id}': item(thing),
    } as never);
  };
  const filtersOf = async (document: ReturnType<typeof documentOf>) =>
    (await plan(document)).bundle.plans
      .filter(({ kind }) => kind === 'list-filter')
      .map(({ name }) => name)
      .toSorted();
  const leavesOut = (name: string) => `The list filtered by ${name} leaves out a thing that does not match`;

  it('is asked where a day of the item is meant', async () => {
    const days = { starts_on: day, dueAt: instant };
    const meant = [asked('starts_after'), asked('due_before', instant)];
    expect(
      await filtersOf(documentOf(days, ...meant, asked('date_from'), asked('created_after'), asked('to'))),
    ).toEqual([leavesOut('due_before'), leavesOut('starts_after')]);
    expect(await filtersOf(documentOf({ spent_on: day }, asked('date_from'), asked('date_to')))).toEqual([
      leavesOut('date_from'),
      leavesOut('date_to'),
    ]);
    const made = { created_at: { ...day, readOnly: true } };
    const required = { date: day, due_on: day, ...made };
    expect(await filtersOf(documentOf(required, asked('due_on__lt'), asked('due_on__gte')))).toEqual([
      leavesOut('due_on__gte'),
      leavesOut('due_on__lt'),
    ]);
    const spent = JSON.stringify(documentOf({ date: day, ...made }, asked('date_from')));
    expect(await filtersOf(JSON.parse(spent) as never)).toEqual([]);
    const mustBeSent = spent.replaceAll('"required":["title"]', '"required":["title","date","created_at"]');
    expect(await filtersOf(JSON.parse(mustBeSent) as never)).toEqual([leavesOut('date_from')]);
    expect(
      await filtersOf(documentOf({ valid_from: day }, asked('valid_from'), asked('starts_after', text))),
    ).not.toContain(leavesOut('valid_from'));
  });

  it.each([
    ['created_from', (held: string, value: string) => held >= value],
    ['createdBefore', (held: string, value: string) => held < value],
  ])('is found where it ignores %s, when an item was made', async (name, fits) => {
    const thing = object({ id: integer, title: text, createdAt: instant }, ['id', 'title', 'createdAt']);
    const document = spec({
      '/things': {
        post: { ...takes(object({ title: text }, ['title'])), responses: shows(thing, '201') },
        get: { parameters: [asked(name, instant)], responses: shows({ type: 'array', items: thing }) },
      },
      '/things/{id}': item(thing),
    });
    const server =
      (isIgnored: boolean): MakeServer =>
      () => {
        const { items, routes } = store('/things', { createdAt: '2026-11-23T10:00:00Z' });
        routes['GET /things'] = ({ query }) => {
          const value = isIgnored ? null : query.get(name);
          return ok([...items.values()].filter((one) => value === null || fits(String(one['createdAt']), value)));
        };
        return routes;
      };
    expect(failures(await verify(document, server(false)))).toEqual([]);
    expect(decisive(await verify(document, server(true)))).toEqual([
      `FAIL_DECISIVE_CONTRACT NOT_FILTERED: ${leavesOut(name)}`,
    ]);
  });

  it.each([
    ['starts_after', (held: string, value: string) => held >= value],
    ['starts_before', (held: string, value: string) => held <= value],
  ])('is found where it ignores %s, or takes it the other way round', async (name, fits) => {
    const document = documentOf({ starts_on: day }, asked(name));
    const server =
      (keeps: (held: string, value: string) => boolean): MakeServer =>
      () => {
        const { items, routes } = store('/things', {});
        routes['GET /things'] = ({ query }) => {
          const value = query.get(name);
          return ok([...items.values()].filter((one) => value === null || keeps(String(one['starts_on']), value)));
        };
        return routes;
      };
    expect(failures(await verify(document, server(fits)))).toEqual([]);
    const found = [expect.stringContaining(`FAIL_DECISIVE_CONTRACT NOT_FILTERED: ${leavesOut(name)}`)];
    expect(
      decisive(
        await verify(
          document,
          server(() => true),
        ),
      ),
    ).toEqual(found);
    expect(
      decisive(
        await verify(
          document,
          server((held, value) => !fits(held, value)),
        ),
      ),
    ).toEqual(found);
  });
});
