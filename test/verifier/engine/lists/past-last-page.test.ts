import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';
import { pagedNotes } from '#test/paged-notes.ts';

/** Pages are counted from one, and a number behind the last page is answered 404. */
const note = object({ id: integer, title: text }, ['id', 'title']);
const page = object({ count: integer, next: { type: ['string', 'null'] }, results: { type: 'array', items: note } });
const document = spec({
  '/notes': {
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') },
    get: { parameters: [{ name: 'page', in: 'query', schema: integer }], responses: shows(page) },
  },
  '/notes/{id}': item(note),
});

const server =
  (losesNew: boolean): MakeServer =>
  () => {
    const { items, routes } = store('/notes', {});
    for (const id of ['901', '902', '903']) items.set(id, { id: Number(id), title: `note ${id}` });
    routes['GET /notes'] = ({ query }) => {
      const at = Number(query.get('page') ?? 1);
      const all = [...items.values()].filter(({ id }) => !losesNew || Number(id) > 900);
      const results = all.slice((at - 1) * 2, at * 2);
      const next = all.length > at * 2 ? `/notes?page=${at + 1}` : null;
      if (at < 1 || results.length === 0) return { status: 404, body: { detail: 'Invalid page.' } };
      return { status: 200, body: { count: all.length, next, results } };
    };
    return routes;
  };

describe('a list whose page behind the last one is answered 404', () => {
  it('is read to its end, on a sound server', async () => {
    expect(failures(await verify(document, server(false), 'create-list'))).toEqual([]);
  });

  it('has lost what is on none of its pages', async () => {
    expect(decisive(await verify(document, server(true), 'create-list'))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST: A created note is in the list',
    ]);
  });
});

describe('a list that answers 500 to an offset behind its end', () => {
  const offsets = pagedNotes({ limit: integer, offset: integer })({ total: integer });
  const failing =
    (losesLast: boolean): MakeServer =>
    () => {
      const { items, routes } = store('/notes', {});
      routes['GET /notes'] = ({ query }) => {
        const [at, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)];
        if (at > items.size) return { status: 500, body: { error: 'toIndex < fromIndex' } };
        const data = [...items.values()].slice(at, at + limit);
        return ok({ data: losesLast && data.length === limit ? data.slice(0, -1) : data, total: items.size });
      };
      return routes;
    };

  it('is read to its end, on a sound server', async () => {
    expect(failures(await verify(offsets, failing(false), 'pagination'))).toEqual([]);
  });

  it('has lost what is on none of its pages, if the last page was not full', async () => {
    expect(decisive(await verify(offsets, failing(true), 'pagination'))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST: The list shows each note on exactly one page of the requested size',
    ]);
  });
});
