import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { pagedNotes, type Schema } from '#test/paged-notes.ts';
import { integer, object, text } from '#test/small-spec.ts';
import { boolean, ok, store } from '#test/small-store.ts';

describe('a page that says which one it is', () => {
  const documentOf = pagedNotes({ page: { ...integer, minimum: 0 }, size: { ...integer, minimum: 0 } });
  const document = documentOf({
    first: boolean,
    last: boolean,
    number: integer,
    numberOfElements: integer,
    totalPages: integer,
  });

  /** `lie`: what it says otherwise than it is. */
  const server = (lie: (said: Fields, at: { isEnd: boolean }) => Fields): MakeServer => {
    return () => {
      const { items, routes } = store('/notes', {});
      routes['GET /notes'] = ({ query }) => {
        const [number, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 20)];
        const data = [...items.values()].slice(number * size, (number + 1) * size);
        const isEnd = (number + 1) * size >= items.size;
        const said = { first: number === 0, last: isEnd, number, numberOfElements: data.length };
        return ok({ data, ...said, totalPages: Math.ceil(items.size / size), ...lie(said, { isEnd }) });
      };
      return routes;
    };
  };

  it.each<[string, Parameters<typeof server>[0]]>([
    ['says what is so', () => ({})],
    ['says nothing of itself', () => ({ first: null, last: undefined, number: null })],
    ['counts from 1', ({ number }) => ({ number: Number(number) + 1 })],
  ])('is sound where it %s', async (_what, lie) => {
    expect(failures(await verify(document, server(lie), 'pagination'))).toEqual([]);
  });

  it.each<[string, Parameters<typeof server>[0]]>([
    ['is always the first', () => ({ first: true })],
    ['is never the last', () => ({ last: false })],
    ['is always the last', () => ({ last: true })],
    ['is always the same', () => ({ number: 0 })],
    ['shows as many as were asked for', () => ({ numberOfElements: 2 })],
  ])('is found where it says that it %s', async (_how, lie) => {
    expect(decisive(await verify(document, server(lie), 'pagination'))).toEqual([
      'FAIL_DECISIVE_CONTRACT PAGE_MISSTATED: The list shows each note on exactly one page of the requested size',
    ]);
  });

  it.each([
    ['no', 'which page comes where none is asked for', {}, []],
    [
      'a',
      'that it is 0',
      { default: 0 },
      ['FAIL_DECISIVE_CONTRACT PAGE_REPEATED: The list shows each note on exactly one page of the requested size'],
    ],
  ])('0 and 1 are one page: %s fault where the document says %s', async (_is, _what, said, found) => {
    const begins = pagedNotes({ page: { ...integer, minimum: 0, ...said }, size: { ...integer, minimum: 0 } })({});
    const fromOne: MakeServer = () => {
      const { items, routes } = store('/notes', {});
      routes['GET /notes'] = ({ query }) => {
        const [page, size] = [Math.max(1, Number(query.get('page') ?? 0)), Number(query.get('size') ?? 20)];
        return ok({ data: [...items.values()].slice((page - 1) * size, page * size) });
      };
      return routes;
    };
    expect(decisive(await verify(begins, fromOne, 'pagination'))).toEqual(found);
  });

  it('is sound where it takes 0, which only an unsigned number allows, for 1, and answers 1', async () => {
    const numbered = documentOf({ page: integer });
    const echoing = {
      ...numbered,
      paths: JSON.parse(JSON.stringify(numbered.paths).replace('["data"]', '["data","page"]')),
    };
    const fromOne: MakeServer = () => {
      const { items, routes } = store('/notes', {});
      routes['GET /notes'] = ({ query }) => {
        const [page, size] = [Math.max(1, Number(query.get('page') ?? 1)), Number(query.get('size') ?? 20)];
        return ok({ data: [...items.values()].slice((page - 1) * size, page * size), page });
      };
      return routes;
    };
    expect(failures(await verify(echoing, fromOne, 'pagination'))).toEqual([]);
  });

  it('is proved by a fault of its own', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.flatMap(({ proof }) => proof)).toContain('page-mistold GET /notes');
  });

  it.each<[string, Record<string, Schema>, object[] | undefined]>([
    ['its meta object', { meta: object({ currentPage: integer }) }, [{ pointer: '/meta/currentPage', says: 'page' }]],
    ['a flag', { isLast: boolean }, [{ pointer: '/isLast', says: 'last' }]],
    ['no number that may be another', { number: integer }, undefined],
    ['no text', { page: text, first: text, last: text }, undefined],
  ])('is known by %s', async (_what, beside, told) => {
    const { bundle } = await plan(documentOf(beside));
    const [pages] = bundle.plans.filter(({ kind }) => kind === 'pagination');
    const said = pages?.steps.at(-1)?.assert.flatMap((one) => (one.op === 'listPages' ? [one.told] : []));
    expect(said).toEqual([told]);
  });
});
