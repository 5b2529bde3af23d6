import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { notFound, ok } from '#test/small-store.ts';

const status = { type: 'string', enum: ['draft', 'published'] };
const type = { type: 'string', enum: ['articles'] };
const resource = object(
  {
    type,
    id: text,
    attributes: object({ headline: text, status, createdAt: text }, ['headline', 'status', 'createdAt']),
  },
  ['type', 'id', 'attributes'],
);
const single = object({ data: resource }, ['data']);
const sent = object(
  { data: object({ type, attributes: object({ headline: text }, ['headline']) }, ['type', 'attributes']) },
  ['data'],
);

/** A JSON:API: what an item holds stands in its attributes, and the list is asked by filter[…]. */
const document = spec({
  '/articles': {
    get: {
      parameters: [{ name: 'filter[status]', in: 'query', schema: status }],
      responses: shows(object({ data: { type: 'array', items: resource } }, ['data'])),
    },
    post: { ...takes(sent), responses: shows(single, '201') },
  },
  '/articles/{id}': {
    parameters: [param('id')],
    get: { responses: { ...shows(single), '404': { description: 'none' } } },
    delete: { responses: noBody },
  },
  '/articles/{id}/publish': { parameters: [param('id')], post: { responses: shows(single) } },
});

const server =
  (fault?: 'idle' | 'unfiltered'): MakeServer =>
  () => {
    let serial = 0;
    const articles = new Map<string, { type: string; id: string; attributes: Fields }>();
    const one = (id = '', act: (item: { attributes: Fields }) => object = (item) => item) => {
      const item = articles.get(id);
      return item ? ok({ data: act(item) }) : notFound;
    };
    return {
      'GET /articles': ({ query }) => {
        const asked = fault === 'unfiltered' ? null : query.get('filter[status]');
        const all = [...articles.values()];
        return ok({ data: all.filter(({ attributes }) => asked === null || attributes['status'] === asked) });
      },
      'POST /articles': ({ body }) => {
        serial += 1;
        const id = `article-${serial}-of-all`;
        const { attributes } = body['data'] as { attributes: Fields };
        articles.set(id, { type: 'articles', id, attributes: { ...attributes, status: 'draft', createdAt: 'now' } });
        return { ...one(id), status: 201 };
      },
      'GET /articles/{id}': ({ params: [id] }) => one(id),
      'DELETE /articles/{id}': ({ params: [id = ''] }) => (articles.delete(id) ? { status: 204 } : notFound),
      'POST /articles/{id}/publish': ({ params: [id] }) =>
        one(id, (item) => {
          const after = { ...item, attributes: { ...item.attributes, status: 'published' } };
          return fault === 'idle' ? after : Object.assign(item, after);
        }),
    };
  };

describe('a JSON:API', () => {
  it('has its states and filters among the attributes, and passes where it is sound', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['create-read', 'list-filter', 'action-returns-change', 'action-read-back']),
    );
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('is found where an action does nothing, or a filter is not looked at', async () => {
    expect(decisive(await verify(document, server('idle')))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST/),
    ]);
    expect(decisive(await verify(document, server('unfiltered'), 'list-filter'))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_CONTRACT NOT_FILTERED: The list filtered by/),
    ]);
  });
});

describe('a PATCH of a JSON:API resource', () => {
  const own = { headline: text, summary: text };
  const held = object({ type, id: text, attributes: object(own, ['headline', 'summary']) }, [
    'type',
    'id',
    'attributes',
  ]);
  const body = (required: string[]) =>
    object({ data: object({ type, id: text, attributes: object(own, required) }, ['type', 'attributes']) }, ['data']);
  const shown = object({ data: held }, ['data']);
  const patched = spec({
    '/articles': { post: { ...takes(body(['headline', 'summary'])), responses: shows(shown, '201') } },
    '/articles/{id}': {
      parameters: [param('id')],
      get: { responses: { ...shows(shown), '404': { description: 'none' } } },
      patch: { ...takes(body([])), responses: shows(shown) },
    },
  });
  const keeping =
    (isReset: boolean): MakeServer =>
    (clock) => {
      const routes = server()(clock);
      const read = routes['GET /articles/{id}'];
      return {
        ...routes,
        'PATCH /articles/{id}': (asked) => {
          const told = read?.(asked);
          const item = (told?.body as { data?: { attributes: Fields } } | undefined)?.data;
          const { attributes } = asked.body['data'] as { attributes: Fields };
          const before = isReset ? { headline: '', summary: '' } : item?.attributes;
          if (item) item.attributes = { ...before, ...attributes };
          return told ?? notFound;
        },
      };
    };
  const NAME = 'An article changed by PATCH in one field keeps the others';

  it('of one attribute leaves the others as they were', async () => {
    expect((await plan(patched)).bundle.plans.map(({ name }) => name)).toContain(NAME);
    expect(decisive(await verify(patched, keeping(false)))).toEqual([]);
    expect(decisive(await verify(patched, keeping(true), 'update-read'))).toEqual([
      `FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: ${NAME}`,
    ]);
  });
});

describe('a JSON:API resource that is linked to another', () => {
  const types = (name: string) => ({ type: 'string', enum: [name] });
  // As generators write it: the number that the id is in the database, and no word that the links must be sent.
  const person = object({ type: types('people'), id: { type: 'integer' } }, ['type', 'id']);
  const linked = (required: string[]) => object({ author: object({ data: person }, required) }, ['author']);
  const titled = object({ headline: text }, ['headline']);
  const shown = (name: string, more: Fields = {}) =>
    object({ data: object({ type: types(name), id: text, attributes: titled, ...more }, ['type', 'id']) }, ['data']);
  const taken = (name: string, more: Fields = {}) =>
    object({ data: object({ type: types(name), attributes: titled, ...more }, ['type']) }, ['data']);
  const item = (name: string, more?: Fields) => ({
    parameters: [param('id')],
    get: { responses: { ...shows(shown(name, more)), '404': { description: 'none' } } },
  });
  const linkingTo = (relationships: Fields) => {
    const document = spec({
      '/people': { post: { ...takes(taken('people')), responses: shows(shown('people'), '201') } },
      '/people/{id}': item('people'),
      '/articles': {
        post: {
          ...takes(taken('articles', { relationships: linked(['data']) })),
          responses: shows(shown('articles', { relationships }), '201'),
        },
      },
      '/articles/{id}': item('articles', { relationships }),
    });
    return JSON.parse(JSON.stringify(document).replaceAll('application/json', 'application/vnd.api+json')) as Fields;
  };
  const linking = linkingTo(linked(['data']));

  const other = { author: { data: { type: 'people', id: '0' } } };
  const linkingServer =
    (instead?: Fields): MakeServer =>
    () => {
      const known = new Map<string, Fields>();
      const make = (body: Fields): ReturnType<typeof ok> => {
        const id = `${known.size + 1}`;
        const sent = body['data'] as Fields;
        known.set(id, { ...sent, id });
        return { ...ok({ data: { ...sent, id } }), status: 201 };
      };
      const show = (id = '', change: (made: Fields) => Fields = (made) => made) => {
        const made = known.get(id);
        return made ? ok({ data: change(made) }) : notFound;
      };
      return {
        'POST /people': ({ body }) => make(body),
        'GET /people/{id}': ({ params: [id] }) => show(id),
        'POST /articles': ({ body }) =>
          (body['data'] as Fields)['relationships'] ? make(body) : { status: 422, body: { errors: [] } },
        'GET /articles/{id}': ({ params: [id] }) =>
          show(id, (made) => ({ ...made, ...(instead && { relationships: instead }) })),
      };
    };

  it('is made with what it must be linked to, and a text is an id where a number is documented', async () => {
    expect(failures(await verify(linking, linkingServer()))).toEqual([]);
  });

  it('may be shown with the address of the link alone where its `data` is not required', async () => {
    const address = { author: { links: { related: '/articles/1/author' } } };
    expect(failures(await verify(linkingTo(linked([])), linkingServer(address)))).toEqual([]);
  });

  it('is not asked for by the link: its list may take a name as well as an id', async () => {
    const document = linkingTo(linked(['data']));
    const all = object({
      data: {
        type: 'array',
        items: object({ type: types('articles'), id: text, attributes: titled, relationships: linked(['data']) }),
      },
    });
    const get = {
      parameters: ['author', 'headline'].map((name) => ({ name: `filter[${name}]`, in: 'query', schema: text })),
      responses: shows(all),
    };
    Object.assign((document['paths'] as Record<string, Fields>)['/articles'] ?? {}, { get });
    const { plans } = (await plan(document)).bundle;
    const queries = JSON.stringify(plans.map(({ steps }) => steps));
    expect(queries).toContain('filter[headline]');
    expect(queries).not.toContain('filter[author]');
  });

  it('is planned where the type of a link names what cannot be made', async () => {
    const file = object({ id: text, ownerId: { type: 'string', format: 'uuid' } }, ['id', 'ownerId']);
    const about = object({ type: types('file'), id: text }, ['type', 'id']);
    const task = object({ id: text, about }, ['id', 'about']);
    const tasks = spec({
      '/files': {
        post: {
          ...takes(object({ ownerId: { type: 'string', format: 'uuid' } }, ['ownerId'])),
          responses: shows(file, '201'),
        },
      },
      '/files/{id}': { parameters: [param('id')], get: { responses: shows(file) } },
      '/tasks': { post: { ...takes(object({ about }, ['about'])), responses: shows(task, '201') } },
      '/tasks/{id}': { parameters: [param('id')], get: { responses: shows(task) } },
    });
    expect((await plan(tasks)).bundle.plans.map(({ kind }) => kind)).toContain('create-read');
  });

  it('is found where the link is lost', async () => {
    expect(decisive(await verify(linking, linkingServer(other), 'create-read'))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created article can be read back',
    ]);
  });
});

describe('a list of a JSON:API', () => {
  const held = object({ headline: text, words: { type: 'integer' } }, ['headline', 'words']);
  const one = object({ type, id: text, attributes: held }, ['type', 'id', 'attributes']);
  const made = object({ data: object({ type, attributes: held }, ['type', 'attributes']) }, ['data']);
  const orders = { type: 'array', items: { type: 'string', enum: ['words', '-words'] } };
  const listed = spec({
    '/articles': {
      get: {
        parameters: [
          { name: 'sort', in: 'query', explode: false, schema: orders },
          { name: 'filter[words__gt]', in: 'query', schema: { type: 'integer' } },
          { name: 'filter[search]', in: 'query', schema: text },
        ],
        responses: shows(object({ data: { type: 'array', items: one } }, ['data'])),
      },
      post: { ...takes(made), responses: shows(object({ data: one }, ['data']), '201') },
    },
  });
  const listing =
    (fault?: 'sort' | 'filter[words__gt]' | 'filter[search]'): MakeServer =>
    () => {
      const articles: { id: string; attributes: Fields }[] = [];
      return {
        'POST /articles': ({ body }) => {
          const article = { ...(body['data'] as { attributes: Fields }), id: `${articles.length + 1}` };
          articles.push(article);
          return { status: 201, body: { data: article } };
        },
        'GET /articles': ({ query }) => {
          const asked = (name: string) => (name === fault ? null : query.get(name));
          const words = ({ attributes }: (typeof articles)[number]) => Number(attributes['words']);
          const way = { words: 1, '-words': -1 }[asked('sort') ?? ''];
          const found = articles
            .filter((article) => words(article) > Number(asked('filter[words__gt]') ?? -1))
            .filter(({ attributes }) => `${String(attributes['headline'])}`.includes(asked('filter[search]') ?? ''));
          return ok({ data: way ? found.toSorted((left, right) => way * (words(left) - words(right))) : found });
        },
      };
    };

  it('is asked for its order, its bounds and a text that nothing holds, and passes where it is sound', async () => {
    expect(failures(await verify(listed, listing()))).toEqual([]);
    for (const [fault, reason] of [
      ['sort', 'NOT_SORTED'],
      ['filter[words__gt]', 'NOT_FILTERED'],
      ['filter[search]', 'NOT_FILTERED'],
    ] as const)
      expect(decisive(await verify(listed, listing(fault), 'list-filter'))).toEqual([
        expect.stringMatching(new RegExp(`^FAIL_DECISIVE_CONTRACT ${reason}: The list (with|filtered by) `)),
      ]);
  });

  it('is not asked by the search of a framework that gives it to lists which look at no field', async () => {
    const ofFramework = JSON.parse(
      JSON.stringify(listed).replace('"filter[search]",', '"filter[search]","description":"A search term.",'),
    ) as object;
    const { bundle } = await plan(ofFramework);
    expect(bundle.plans.filter(({ name }) => name.includes('search'))).toEqual([]);
  });
});

describe("an id of a JSON:API that is documented as the database's number", () => {
  const attributes = object({ headline: text }, ['headline']);
  const numbered = object({ type, id: { type: 'integer', readOnly: true }, attributes }, ['type', 'id', 'attributes']);
  const one = object({ data: numbered }, ['data']);
  const written = spec({
    '/articles': { post: { ...takes(one), responses: shows(one, '201') } },
    '/articles/{id}': {
      parameters: [param('id')],
      get: { responses: { ...shows(one), '404': { description: 'none' } } },
    },
  });
  const media = 'application/vnd.api+json';
  const counted = JSON.parse(JSON.stringify(written).replaceAll('application/json', media)) as Fields;
  const countedServer: MakeServer = () => {
    const known = new Map<string, Fields>();
    return {
      'POST /articles': ({ body }) => {
        const sent = body['data'] as Fields;
        if ('id' in sent) return { status: 403, body: { errors: [{ detail: 'the id is not yours to give' }] } };
        const id = `${known.size + 1}`;
        known.set(id, { ...sent, id });
        return { status: 201, body: { data: known.get(id) } };
      },
      'GET /articles/{id}': ({ params: [id = ''] }) => {
        if (!/^\d+$/.test(id)) return { status: 500, body: { errors: [{ detail: 'no bigint' }] } };
        return known.has(id) ? ok({ data: known.get(id) }) : notFound;
      },
    };
  };

  it('is not sent where it is read-only, and is a number where a path takes any text', async () => {
    const result = await verify(counted, countedServer);
    expect(result.journeys.map(({ name }) => name)).toContain('A created article can be read back');
    expect(failures(result)).toEqual([]);
  });
});
