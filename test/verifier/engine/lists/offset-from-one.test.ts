import { describe, expect, it } from 'vitest';

import { pagedNotes, type Schema } from '#test/paged-notes.ts';
import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer } from '#test/small-spec.ts';
import { ok, store } from '#test/small-store.ts';

const documentOf = (name: string, place: Schema) => pagedNotes({ [name]: place, count: integer })({});
/** A list that shows from the place asked for, counted from `from`, on; `begin`: where it begins in truth. */
const server =
  (name: string, from: number, begin: (place: number) => number = (place) => place): MakeServer =>
  () => {
    const { items, routes } = store('/notes', {});
    routes['GET /notes'] = ({ query }) => {
      const place = begin(Math.max(Number(query.get(name) ?? from), from) - from);
      return ok({ data: [...items.values()].slice(place, place + Number(query.get('count') ?? 2)) });
    };
    return routes;
  };
const page = 'The list shows each note on exactly one page of the requested size';

describe('pages that begin at the place of an item', () => {
  const [one, none] = [
    { ...integer, default: 1 },
    { ...integer, default: 0 },
  ];
  it.each<[string, string, Schema, number]>([
    ['from 1 by its default', 'startIndex', one, 1],
    ['from 1 by its minimum', 'start', { ...integer, minimum: 1 }, 1],
    ['from 0 by its default', 'startIndex', none, 0],
    ['from 1, and nothing says so', 'startIndex', integer, 1],
    ['from 0, and nothing says so', 'start', integer, 0],
    ['from 1, and a generator writes a minimum', 'startIndex', { ...integer, minimum: 0 }, 1],
    ['from 1 under a name of what is left out', 'offset', one, 1],
    ['from 0 under such a name, and its default is wrong', 'offset', one, 0],
  ])('is sound where it is counted %s', async (_how, name, place, from) => {
    expect(failures(await verify(documentOf(name, place), server(name, from)))).toEqual([]);
  });

  it.each<[string, Schema, number, (place: number) => number, string]>([
    ['it is not looked at', one, 1, () => 0, 'PAGE_REPEATED'],
    ['it is not looked at, and nothing says how it is counted', integer, 1, () => 0, 'PAGE_REPEATED'],
    ['the last item is shown again', one, 1, (place) => Math.max(0, place - 1), 'PAGE_REPEATED'],
    ['an item is left out', one, 1, (place) => (place > 0 ? place + 1 : 0), 'NOT_IN_LIST'],
    ['an item is left out from 0', none, 0, (place) => (place > 0 ? place + 1 : 0), 'NOT_IN_LIST'],
  ])('a fault is found where %s', async (_how, place, from, begin, reason) => {
    const result = await verify(documentOf('startIndex', place), server('startIndex', from, begin), 'pagination');
    expect(decisive(result)).toEqual([expect.stringMatching(`^FAIL_DECISIVE_\\w+ ${reason}: ${page}$`)]);
  });

  it('nothing is decided where an item that is shown again may be one counted from 1', async () => {
    const again = server('startIndex', 0, (place) => Math.max(0, place - 1));
    expect(decisive(await verify(documentOf('startIndex', integer), again))).toEqual([]);
  });

  it.each<[string, Schema, object, unknown]>([
    ['startIndex', one, { first: 1 }, { literal: 1 }],
    ['startIndex', none, {}, { literal: 0 }],
    ['startIndex', integer, { isUnsaid: true }, undefined],
    ['offset', integer, {}, { literal: 0 }],
    ['offset', one, { isUnsaid: true }, undefined],
  ])('%s %o is planned so', async (name, place, how, first) => {
    const { bundle } = await plan(documentOf(name, place));
    const list = bundle.plans.find(({ kind }) => kind === 'pagination')?.steps.at(-1);
    expect([list?.paging, list?.params.query[name]]).toEqual([{ style: 'offset', param: name, ...how }, first]);
  });
});
