import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from './small-server.ts';
import { integer, object, shows, spec, takes, text } from './small-spec.ts';
import { boolean, item, number, ok, store } from './small-store.ts';

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
      'The list asked by minStock leaves out a thing that does not fit',
      'The list asked by price_max leaves out a thing that does not fit',
      'The list asked by q leaves out a thing that does not fit',
      'The list asked for one done shows each thing that has it and no other',
    ]);
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it.each(['q', 'price_max', 'minStock', 'done'])('is found where it ignores %s', async (name) => {
    expect(decisive(await verify(document, server(name)))).toEqual([
      expect.stringMatching(new RegExp(`^FAIL_DECISIVE_CONTRACT NOT_FILTERED: The list asked (by|for one) ${name} `)),
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
