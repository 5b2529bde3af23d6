import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import type { Step } from '#verifier/plan/plan.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { type Asked, type Answered, decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const note = object({ id: integer, title: text }, ['id', 'title']);
const notes = { type: 'array', items: note };
const nullable = { type: ['string', 'null'] };
const limit = { type: 'integer', minimum: 1, maximum: 50 };
const query = (name: string, schema: object = integer) => ({ name, in: 'query', schema });

type Note = { id: number; title: string };
/** How one style of paging looks: what the spec says, and how a server answers a part of its items. */
type Style = {
  parameters: object[];
  list: Record<string, unknown>;
  headers?: object;
  size: string;
  from: (query: URLSearchParams, size: number, items: Note[]) => number;
  answer: (items: Note[], asked: Asked, next: number | undefined) => Answered;
};

const numberOf = (asked: URLSearchParams, name: string, otherwise: number): number =>
  Number(asked.get(name) ?? otherwise);
const nextLink = (next: number | undefined) => (next === undefined ? null : `/notes?limit=2&from=${next}`);

const STYLES: Record<string, Style> = {
  'numbered pages in a wrapper that says them again': {
    parameters: [query('page', { type: 'integer', default: 1, minimum: 1 }), query('pageSize', limit)],
    list: object({ data: notes, page: integer, pageSize: integer, total: integer }, ['data', 'page', 'pageSize']),
    size: 'pageSize',
    from: (asked, size) => (numberOf(asked, 'page', 1) - 1) * size,
    answer: (data, { query: asked }) => ({
      status: 200,
      body: { data, page: numberOf(asked, 'page', 1), pageSize: numberOf(asked, 'pageSize', 10) },
    }),
  },
  'pages of which nobody says where they begin': {
    parameters: [query('page'), query('per_page', limit)],
    list: notes,
    size: 'per_page',
    from: (asked, size) => Math.max(0, numberOf(asked, 'page', 1) - 1) * size,
    answer: (body) => ({ status: 200, body }),
  },
  'offset and limit': {
    parameters: [query('offset'), query('limit', limit)],
    list: object({ items: notes, meta: object({ offset: integer, limit: integer }, ['offset', 'limit']) }, [
      'items',
      'meta',
    ]),
    size: 'limit',
    from: (asked) => numberOf(asked, 'offset', 0),
    answer: (items, { query: asked }) => ({
      status: 200,
      body: { items, meta: { offset: numberOf(asked, 'offset', 0), limit: numberOf(asked, 'limit', 10) } },
    }),
  },
  'a cursor named like its parameter': {
    parameters: [query('startKey', text), query('limit', limit)],
    list: object({ items: notes, nextStartKey: nullable }, ['items']),
    size: 'limit',
    from: (asked) => numberOf(asked, 'startKey', 0),
    answer: (items, _, next) => ({
      status: 200,
      body: { items, nextStartKey: next === undefined ? null : String(next) },
    }),
  },
  'the id of the last item before': {
    parameters: [query('starting_after'), query('limit', limit)],
    list: object({ data: notes, has_more: { type: 'boolean' } }, ['data', 'has_more']),
    size: 'limit',
    from: (asked, _, items) => items.findIndex(({ id }) => id === numberOf(asked, 'starting_after', 0)) + 1,
    answer: (data, _, next) => ({ status: 200, body: { data, has_more: next !== undefined } }),
  },
  'a link to the next page in the body': {
    parameters: [query('limit', limit)],
    list: object({ results: notes, links: object({ next: nullable }) }, ['results']),
    size: 'limit',
    from: (asked) => numberOf(asked, 'from', 0),
    answer: (results, _, next) => ({ status: 200, body: { results, links: { next: nextLink(next) } } }),
  },
  'a Link header': {
    parameters: [query('limit', limit)],
    list: notes,
    headers: { Link: { schema: text } },
    size: 'limit',
    from: (asked) => numberOf(asked, 'from', 0),
    answer: (body, _, next) => ({
      status: 200,
      body,
      ...(next === undefined ? {} : { headers: { link: `<${nextLink(next)}>; rel="next"` } }),
    }),
  },
};

function notesSpec({ parameters, list, headers }: Style) {
  const { '200': listed } = shows(list);
  return spec({
    '/notes': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') },
      get: { parameters, responses: { '200': { ...listed, ...(headers ? { headers } : {}) } } },
    },
    '/notes/{id}': { parameters: [param('id', integer)], delete: { responses: noBody } },
  });
}

type Fault = 'size ignored' | 'place ignored' | 'last item lost' | 'pages overlap' | 'full pages cut' | 'echo wrong';

/** Keeps notes, five of them from the beginning. */
function notesServer(style: Style, fault?: Fault): () => Routes {
  return () => {
    const all = new Map(['a', 'b', 'c', 'd', 'e'].map((title, at): [number, Note] => [at + 1, { id: at + 1, title }]));
    let serial = all.size;
    return {
      'POST /notes': ({ body }) => {
        serial += 1;
        all.set(serial, { id: serial, title: String(body['title']) });
        return { status: 201, body: all.get(serial) };
      },
      'DELETE /notes/:id': ({ params: [id] }) => ({ status: all.delete(Number(id)) ? 204 : 404 }),
      'GET /notes': (asked) => {
        const size = fault === 'size ignored' ? 100 : numberOf(asked.query, style.size, 10);
        const items = fault === 'last item lost' ? [...all.values()].slice(0, -1) : [...all.values()];
        const from = style.from(asked.query, size, items);
        const shift = fault === 'pages overlap' && from > 0 ? 1 : 0;
        const start = fault === 'place ignored' ? 0 : from - shift;
        const next = from + size < items.length ? from + size : undefined;
        const answer = style.answer(
          items.slice(start, start + size + shift - (fault === 'full pages cut' ? 1 : 0)),
          asked,
          next,
        );
        if (fault !== 'echo wrong') return answer;
        return { ...answer, body: { ...(answer.body as object), pageSize: 10 } };
      },
    };
  };
}

const kinds = ['pagination' as const];

describe.each(Object.entries(STYLES))('%s', (_, style) => {
  const document = notesSpec(style);

  it('holds each item once on a sound server', async () => {
    const result = await verifyServer(document, notesServer(style), { kinds });
    expect(result.journeys.map(({ status }) => status)).toEqual(['pass']);
    expect(result.residue).toEqual([]);
    expect(result.plans[0]?.proof).toEqual(
      expect.arrayContaining(['page-size-ignored GET /notes', 'page-repeated GET /notes', 'last-item-lost GET /notes']),
    );
  });

  it.each<[Fault, string]>([
    ['size ignored', 'FAIL_DECISIVE_CONTRACT PAGE_SIZE_IGNORED'],
    ['place ignored', 'FAIL_DECISIVE_CONTRACT PAGE_REPEATED'],
    ['last item lost', 'FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST'],
    ['full pages cut', 'FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST'],
  ])('%s', async (fault, expected) => {
    expect(decisive(await verifyServer(document, notesServer(style, fault), { kinds }))).toEqual([expected]);
  });
});

it('a list that goes back in time, where "after" asks for what came later, is not said to lose what is older', async () => {
  const sound = (): Routes => {
    let notesNow: Note[] = [];
    let serial = 0;
    return {
      'POST /notes': ({ body }) => {
        notesNow = [{ id: (serial += 1), title: String(body['title']) }, ...notesNow];
        return { status: 201, body: notesNow[0] };
      },
      'DELETE /notes/:id': ({ params: [id] }) => {
        notesNow = notesNow.filter((one) => one.id !== Number(id));
        return { status: 204 };
      },
      'GET /notes': ({ query: asked }) => {
        const later = notesNow.filter(({ id }) => id > numberOf(asked, 'starting_after', 0));
        const data = later.slice(0, numberOf(asked, 'limit', 10));
        return { status: 200, body: { data, has_more: data.length < later.length } };
      },
    };
  };
  const document = notesSpec(STYLES['the id of the last item before'] as Style);
  expect(decisive(await verifyServer(document, sound, { kinds }))).toEqual([]);
});

it('pages that overlap, and a page size that is not the one that was asked for, are found', async () => {
  const style = STYLES['numbered pages in a wrapper that says them again'] as Style;
  const run = async (fault: Fault) =>
    decisive(await verifyServer(notesSpec(style), notesServer(style, fault), { kinds }));
  expect(await run('pages overlap')).toEqual(['FAIL_DECISIVE_CONTRACT PAGE_SIZE_IGNORED']);
  expect(await run('echo wrong')).toEqual(['FAIL_DECISIVE_CONTRACT PAGE_MISSTATED']);
});

describe('what is documented of pages decides what is asked', () => {
  const listStep = async (parameters: object[], list: Record<string, unknown> = notes): Promise<Step | undefined> => {
    const style = { ...(STYLES['offset and limit'] as Style), parameters, list };
    const { bundle } = await planFeature({ spec: notesSpec(style), personas: [] });
    return bundle.plans.find(({ kind }) => kind === 'pagination')?.steps.at(-1);
  };

  it('a limit alone is held to, and nothing is said of further pages', async () => {
    const step = await listStep([query('limit', limit)]);
    expect(step?.assert).toEqual([
      { op: 'listPages', list: '', size: { sent: 'list-note', pointer: '/query/limit' }, each: [] },
    ]);
  });

  it.each<[string, object[]]>([
    ['no page size', [query('page')]],
    ['a page size that is always large', [query('page'), query('size', { type: 'integer', minimum: 10 })]],
    ['a count that is a flag', [query('count', { type: 'boolean' })]],
  ])('%s plans nothing', async (_, parameters) => {
    expect(await listStep(parameters)).toBeUndefined();
  });

  it('a size in the response that may be left out, or that counts, is no echo', async () => {
    const optional = object({ items: notes, limit: integer }, ['items']);
    expect((await listStep([query('offset'), query('limit', limit)], optional))?.assert).toHaveLength(1);
    const counting = object({ items: notes, count: integer }, ['items', 'count']);
    expect((await listStep([query('offset'), query('count', limit)], counting))?.assert).toHaveLength(1);
  });
});

describe('a list that says whether there is more', () => {
  const note = object({ id: text, title: text }, ['id', 'title']);
  const more = spec({
    '/notes': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') },
      get: {
        responses: shows(
          object({ data: { type: 'array', items: note }, has_more: { type: 'boolean' } }, ['data', 'has_more']),
        ),
      },
    },
  });

  it('is proved to show what was made: a sound server says that there is none where there is none', async () => {
    const { bundle } = await planFeature({ spec: more, personas: [] });
    const listing = bundle.plans.find(({ kind }) => kind === 'create-list');
    expect(listing?.proof).toContain('not-in-list GET /notes');
  });
});
