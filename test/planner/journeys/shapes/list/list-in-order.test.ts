import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, number, ok, store } from '#test/small-store.ts';

type Schema = Record<string, unknown>;

const oneOf = (...members: string[]) => ({ type: 'string', enum: members });
const documentOf = (parameters: Record<string, Schema>, own: Record<string, Schema>) => {
  const thing = object({ id: integer, ...own }, ['id', ...Object.keys(own)]);
  return spec({
    '/things': {
      post: { ...takes(object(own, Object.keys(own))), responses: shows(thing, '201') },
      get: {
        parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema })),
        responses: shows({ type: 'array', items: thing }),
      },
    },
    '/things/{id}': item(thing),
  });
};
/** `compare`: how the list sorts; by default as it is asked to. */
const server = (compare?: (left: Fields, right: Fields, falls: boolean) => number): MakeServer => {
  return () => {
    const { items, routes } = store('/things', {});
    routes['GET /things'] = ({ query }) => {
      const asked = query.get('sort') ?? '';
      const falls = /^-|desc|true/i.test(`${asked}${query.get('direction') ?? query.get('isDescending') ?? ''}`);
      const field = asked.includes('price') ? 'price' : 'title';
      const usual = (left: Fields, right: Fields) => {
        const order = field === 'price' ? Number(left[field]) - Number(right[field]) : compareTexts(left, right);
        return falls ? -order : order;
      };
      return ok(
        [...items.values()].toSorted((left, right) => (compare ? compare(left, right, falls) : usual(left, right))),
      );
    };
    return routes;
  };
};
const compareTexts = (left: Fields, right: Fields) => String(left['title']).localeCompare(String(right['title']));
const named = (field: string) => `The list with sort shows each thing in order of ${field}`;
const found = (field: string) => `FAIL_DECISIVE_CONTRACT NOT_SORTED: ${named(field)}`;

describe('a list that is asked for an order', () => {
  it.each<[string, Record<string, Schema>, string, Schema]>([
    ['a sign', { sort: oneOf('title', '-title') }, 'title', text],
    ['words', { sort: oneOf('price_asc', 'price_desc') }, 'price', number],
    ['a flag', { sort: oneOf('title'), isDescending: boolean }, 'title', text],
    ['another parameter', { sort: oneOf('title'), direction: oneOf('ASC', 'DESC') }, 'title', text],
  ])('in a direction that is told by %s is held to it', async (_how, parameters, field, schema) => {
    const document = documentOf(parameters, { [field]: schema });
    expect(failures(await verify(document, server()))).toEqual([]);
    expect(
      decisive(
        await verify(
          document,
          server(() => 0),
        ),
      ),
    ).toEqual([found(field)]);
    const reversed = server((left, right, falls) => {
      const order = left[field] === right[field] ? 0 : String(left[field]) < String(right[field]) ? 1 : -1;
      return falls ? -order : order;
    });
    expect(decisive(await verify(document, reversed))).toEqual([found(field)]);
  });

  it.each([
    ['apple', 'melon'],
    ['melon', 'apple'],
  ])('is told from one in which they were made, in either direction, of %s and %s', async (...examples) => {
    const document = documentOf({ sort: oneOf('title', '-title') }, { title: { ...text, examples } });
    const byMaking = server((left, right, falls) => (Number(left['id']) - Number(right['id'])) * (falls ? -1 : 1));
    expect(failures(await verify(document, server()))).toEqual([]);
    expect(decisive(await verify(document, byMaking))).toEqual([found('title')]);
  });

  it.each<[string, Record<string, Schema>, Record<string, Schema>]>([
    ['one direction is documented', { sort: oneOf('title') }, { title: text }],
    ['no choices are', { sort: text }, { title: text }],
    ['it is no field of the item', { sort: oneOf('rank', '-rank') }, { title: text }],
    ['a letter tells nothing', { sort: oneOf('title', '-title') }, { title: oneOf('apple', 'Zebra') }],
    [
      'one begins with a capital',
      { sort: oneOf('note', '-note') },
      { note: { ...text, examples: ['apple', 'Zebra'] } },
    ],
    ['there is another number', { sort: oneOf('price', '-price') }, { price: number, discount: number }],
    ['items may be pinned', { sort: oneOf('title', '-title') }, { title: text, pinned: boolean }],
  ])('is not asked where %s', async (_why, parameters, own) => {
    const { bundle } = await plan(documentOf(parameters, own));
    expect(bundle.plans.map(({ name }) => name).filter((name) => name.includes('order'))).toEqual([]);
  });
});
