import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { pagedNotes, type Schema } from '#test/paged-notes.ts';
import { integer, object, text } from '#test/small-spec.ts';
import { number, ok, store } from '#test/small-store.ts';

describe('a list that says how many items there are', () => {
  const documentOf = pagedNotes({ limit: integer, offset: integer });
  const document = documentOf({ total: integer });
  /** `count`: what it says of all notes and of those on the page. */
  const server = (count: (all: number, page: number) => unknown): MakeServer => {
    return () => {
      const { items, routes } = store('/notes', {});
      routes['GET /notes'] = ({ query }) => {
        const from = Number(query.get('offset') ?? 0);
        const data = [...items.values()].slice(from, from + Number(query.get('limit') ?? 20));
        return ok({ data, total: count(items.size, data.length) });
      };
      return routes;
    };
  };

  it.each<[string, Parameters<typeof server>[0]]>([
    ['how many there are', (all) => all],
    ['what it has counted with others', (all) => all + 7],
    ['nothing', () => undefined],
    ['that nobody has counted', () => -1],
  ])('is sound where it says %s', async (_what, count) => {
    expect(failures(await verify(document, server(count), 'pagination'))).toEqual([]);
  });

  it.each<[string, Parameters<typeof server>[0]]>([
    ['counts the page alone', (_all, page) => page],
    ['counts one too few', (all) => all - 1],
  ])('is found where it %s', async (_how, count) => {
    expect(decisive(await verify(document, server(count), 'pagination'))).toEqual([
      'FAIL_DECISIVE_CONTRACT TOTAL_MISSTATED: The list shows each note on exactly one page of the requested size',
    ]);
  });

  it.each<[string, Record<string, Schema>, string | undefined]>([
    ['a member of the wrapper', { total: integer }, '/total'],
    ['a member of its meta object', { meta: object({ total_count: number }) }, '/meta/total_count'],
    ['a count beside the pages around it', { count: integer, next: text, previous: text }, '/count'],
    ['a size beside the token of the next page', { totalSize: integer, nextPageToken: text }, '/totalSize'],
    ['no size of anything else', { totalSize: integer }, undefined],
    ['no count of a page', { count: integer }, undefined],
    ['a number by a page size', { total: number, limit: number }, '/total'],
    ['a number by a cursor', { meta: object({ total: number, nextCursor: text }) }, '/meta/total'],
    ['no sum', { total: number }, undefined],
    ['no sum by a count', { total: number, count: integer }, undefined],
    ['no sum beside a page', { sums: object({ total: number }), limit: number }, undefined],
    ['no number of pages', { total: integer, records: integer }, undefined],
    ['none of two', { total: integer, meta: object({ totalItems: integer }) }, undefined],
  ])('is known by %s', async (_what, beside, pointer) => {
    const { bundle } = await plan(documentOf(beside));
    const [pages] = bundle.plans.filter(({ kind }) => kind === 'pagination');
    const said = pages?.steps.at(-1)?.assert.flatMap((one) => (one.op === 'listPages' ? [one.total] : []));
    expect(said).toEqual([pointer]);
  });
});

describe('a list that says of a page whether it is the last', () => {
  const link = { type: ['string', 'null'], format: 'uri' };
  const documentOf = pagedNotes({ page: { ...integer, default: 1 }, limit: integer });
  /** `say`: what stands beside the notes, by the number of pages and which one it is. */
  const server =
    (say: (pages: number, page: number) => object): MakeServer =>
    () => {
      const { items, routes } = store('/notes', {});
      routes['GET /notes'] = ({ query }) => {
        const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)];
        const data = [...items.values()].slice((page - 1) * limit, page * limit);
        return ok({ data, ...say(Math.ceil(items.size / limit), page) });
      };
      return routes;
    };
  const next = (isMore: boolean) => (isMore ? 'http://small.test/notes' : null);

  it.each<[string, Record<string, Schema>, Parameters<typeof server>[0], Parameters<typeof server>[0]]>([
    ['a number of pages', { totalPages: integer }, (pages) => ({ totalPages: pages }), () => ({ totalPages: 1 })],
    [
      'a number of pages by their size',
      { meta: object({ pageSize: integer, pageCount: integer }) },
      (pages) => ({ meta: { pageSize: 2, pageCount: pages } }),
      (pages) => ({ meta: { pageSize: 2, pageCount: pages - 1 } }),
    ],
    [
      'the number of the last page',
      { last_page: { ...integer, minimum: 1 } },
      (pages) => ({ last_page: Math.max(1, pages) }),
      (pages) => ({ last_page: Math.max(1, pages - 1) }),
    ],
    [
      'a flag',
      { hasNext: { type: 'boolean' } },
      (pages, page) => ({ hasNext: page < pages }),
      (pages, page) => ({ hasNext: page > pages }),
    ],
    [
      'a link',
      { next: link, previous: link },
      (pages, page) => ({ next: next(page < pages), previous: null }),
      () => ({ next: null, previous: null }),
    ],
  ])('is held to it where it says so by %s', async (_how, beside, right, wrong) => {
    const document = documentOf(beside);
    expect(failures(await verify(document, server(right), 'pagination'))).toEqual([]);
    expect(
      failures(
        await verify(
          document,
          server(() => ({})),
          'pagination',
        ),
      ),
    ).toEqual([]);
    expect(decisive(await verify(document, server(wrong), 'pagination'))).toEqual([
      'FAIL_DECISIVE_CONTRACT TOTAL_MISSTATED: The list shows each note on exactly one page of the requested size',
    ]);
  });

  it.each<[string, Record<string, Schema>]>([
    ['what may count the notes of the page', { page_count: integer }],
    ['a link with none to the page before', { next: link }],
    ['a link that is never null', { next: { ...link, type: 'string' }, previous: link }],
  ])('is not held to %s', async (_what, beside) => {
    const { bundle } = await plan(documentOf(beside));
    const [pages] = bundle.plans.filter(({ kind }) => kind === 'pagination');
    const said = pages?.steps.at(-1)?.assert.find((one) => one.op === 'listPages');
    expect(said).not.toHaveProperty('count');
    expect(said).not.toHaveProperty('ends');
  });
});
