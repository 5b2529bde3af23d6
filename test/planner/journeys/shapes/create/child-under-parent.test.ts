import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { type Answered, decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const flag = { type: 'boolean' };
const status = { type: 'string', enum: ['draft', 'published', 'retired'] };
const query = (name: string, schema: object = text) => ({ name, in: 'query', schema });
const author = object({ id: integer, name: text }, ['id', 'name']);
const sentPost = object({ title: text, authorId: integer, pinned: flag, tags: { type: 'array', items: text } }, [
  'title',
  'authorId',
]);
const post = object({ ...(sentPost.properties as object), id: integer, status }, ['id', 'title', 'authorId', 'status']);
const comment = object({ id: integer, body: text, postId: integer }, ['id', 'body', 'postId']);
const missing = { '404': { description: 'none' } };
const list = (items: object) => shows({ type: 'array', items });

const blog = spec({
  '/authors': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(author, '201') } },
  '/authors/{id}': {
    parameters: [param('id', integer)],
    get: { responses: { ...shows(author), ...missing } },
    delete: { responses: noBody },
  },
  '/posts': {
    post: { ...takes(sentPost), responses: shows(post, '201') },
    get: {
      parameters: [
        query('author_id', integer),
        query('title'),
        query('pinned', flag),
        query('tags', { type: 'array', items: text }),
        query('filter[status]', status),
        ...['q', 'sort', 'minTitle', 'unknown', 'since'].map((name) => query(name)),
      ],
      responses: list(post),
    },
  },
  '/posts/{postId}': {
    parameters: [param('postId', integer)],
    get: { responses: { ...shows(post), ...missing } },
    delete: { responses: noBody },
  },
  '/posts/{postId}/comments': {
    parameters: [param('postId', integer)],
    post: { ...takes(object({ body: text }, ['body'])), responses: shows(comment, '201') },
    get: { responses: list(comment) },
  },
  '/posts/{postId}/comments/{commentId}': {
    parameters: [param('postId', integer), param('commentId', integer)],
    get: { responses: { ...shows(comment), ...missing } },
    delete: { responses: noBody },
  },
});

type Row = Record<string, unknown>;
type Fault = { alters?: true; ignores?: string[]; wrongParent?: true; parentIgnored?: 'list' | 'read'; loses?: string };

/** A blog that keeps everything in memory; `fault` = what is wrong with it. */
function blogServer(fault: Fault = {}): () => Routes {
  return () => {
    const tables = { authors: new Map<number, Row>(), posts: new Map<number, Row>(), comments: new Map<number, Row>() };
    let serial = 0;
    const make = (table: Map<number, Row>, row: Row): Answered => {
      serial += 1;
      table.set(serial, { id: serial, ...row });
      return { status: 201, body: table.get(serial) };
    };
    const one = (row: Row | undefined): Answered => (row ? { status: 200, body: row } : { status: 404, body: {} });
    const remove = (table: Map<number, Row>, id: string | undefined): Answered => ({
      status: table.delete(Number(id)) ? 204 : 404,
    });
    const { authors, posts, comments } = tables;
    const keeps = (row: Row, asked: URLSearchParams): boolean =>
      [
        ['author_id', row['authorId']],
        ['title', row['title']],
        ['q', row['title']],
        ['pinned', row['pinned']],
        ['tags', row['tags']],
        ['filter[status]', row['status']],
      ].every(([name, value]) => {
        const wanted = asked.get(String(name));
        if (wanted === null || fault.ignores?.includes(String(name))) return true;
        if (fault.loses === name) return false;
        if (name === 'title' || name === 'q') return String(value).toLowerCase().includes(wanted.toLowerCase());
        return [value].flat().map(String).includes(wanted);
      });
    return {
      'POST /authors': ({ body }) => make(authors, body),
      'GET /authors/:id': ({ params: [id] }) => one(authors.get(Number(id))),
      'DELETE /authors/:id': ({ params: [id] }) => remove(authors, id),
      'POST /posts': ({ body }) =>
        make(posts, {
          ...body,
          status: 'draft',
          ...(fault.alters ? { title: `${String(body['title'])}z`.slice(1) } : {}),
        }),
      'GET /posts': ({ query: asked }) => ({
        status: 200,
        body: [...posts.values()].filter((row) => keeps(row, asked)),
      }),
      'GET /posts/:id': ({ params: [id] }) => one(posts.get(Number(id))),
      'DELETE /posts/:id': ({ params: [id] }) => remove(posts, id),
      'POST /posts/:id/comments': ({ params: [id], body }) => {
        const made = make(comments, { ...body, postId: Number(id) });
        const row = comments.get(serial);
        if (fault.wrongParent && row) comments.set(serial, { ...row, postId: Math.max(...posts.keys()) });
        return made;
      },
      'GET /posts/:id/comments': ({ params: [id] }) => ({
        status: 200,
        body: [...comments.values()].filter(({ postId }) => fault.parentIgnored === 'list' || postId === Number(id)),
      }),
      'GET /posts/:id/comments/:commentId': ({ params: [id, commentId] }) => {
        const row = comments.get(Number(commentId));
        return one(fault.parentIgnored === 'read' || row?.['postId'] === Number(id) ? row : undefined);
      },
      'DELETE /posts/:id/comments/:commentId': ({ params: [, commentId] }) => remove(comments, commentId),
    };
  };
}

const CONTRACT = 'FAIL_DECISIVE_CONTRACT';
const kinds = ['child-under-parent' as const, 'list-filter' as const];

describe('children below their parents, and lists that are asked for a value', () => {
  it('are planned for parents by path and by field, and for each parameter that is named like a sent field', async () => {
    const { bundle } = await planFeature({ spec: blog, personas: [] });
    const planned = bundle.plans.filter(({ kind }) => (kinds as string[]).includes(kind));
    expect(planned.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
      'child-under-parent: A post is listed for its author and for no other',
      'list-filter: The list filtered by filter[status] shows each post that matches and no other',
      'list-filter: The list filtered by pinned shows each post that matches and no other',
      'list-filter: The list filtered by tags shows each post that matches and no other',
      'list-filter: The list filtered by title shows each post that matches and no other',
      'list-filter: The list filtered by q leaves out a post that does not match',
      'child-under-parent: A comment is listed below its post and below no other',
      'child-under-parent: A comment is not found below another post',
    ]);
  });

  it('are planned where a path writes the parent otherwise than its children show it: post_id, postId', async () => {
    const asSnake = (key: string, value: unknown) => (key === 'name' && value === 'postId' ? 'post_id' : value);
    const snake = JSON.parse(JSON.stringify(blog, asSnake).replaceAll('{postId}', '{post_id}'));
    const { bundle } = await planFeature({ spec: snake, personas: [] });
    expect(bundle.plans.filter(({ kind }) => kind === 'child-under-parent').map(({ name }) => name)).toContain(
      'A comment is listed below its post and below no other',
    );
  });

  it('pass on a sound server, which leaves nothing behind', async () => {
    const result = await verifyServer(blog, blogServer(), { kinds });
    expect(result.journeys.filter(({ status: outcome }) => outcome !== 'pass')).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it.each<[string, Fault, string]>([
    ['a list ignores the title', { ignores: ['title'] }, `${CONTRACT} NOT_FILTERED`],
    ['a list ignores a flag', { ignores: ['pinned'] }, `${CONTRACT} NOT_FILTERED`],
    ['a list ignores one of several values', { ignores: ['tags'] }, `${CONTRACT} NOT_FILTERED`],
    ['a list ignores the status', { ignores: ['filter[status]'] }, `${CONTRACT} NOT_FILTERED`],
    ['a list ignores the parent it is asked for', { ignores: ['author_id'] }, `${CONTRACT} NOT_FILTERED`],
    ['a filter leaves out what it should show', { loses: 'title' }, `${CONTRACT} NOT_FILTERED`],
    ['a list shows the children of every parent', { parentIgnored: 'list' }, `${CONTRACT} NOT_FILTERED`],
    ['a read finds a child below any parent', { parentIgnored: 'read' }, `${CONTRACT} MISSING_ITEM_ANSWERED`],
  ])('%s', async (_, fault, expected) => {
    expect(decisive(await verifyServer(blog, blogServer(fault), { kinds }))).toEqual([expected]);
  });

  it('a value that is stored otherwise is not the fault of the list that is asked for it', async () => {
    const found = decisive(await verifyServer(blog, blogServer({ alters: true }), { kinds }));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((verdict) => verdict.startsWith('FAIL_DECISIVE_PERSISTENCE '))).toBe(true);
  });

  it('a child that is put below another parent is lost', async () => {
    const found = decisive(await verifyServer(blog, blogServer({ wrongParent: true }), { kinds }));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((verdict) => verdict.startsWith('FAIL_DECISIVE_PERSISTENCE '))).toBe(true);
  });
});

describe('what a parameter may mean otherwise is not planned', () => {
  const things = (parameters: object[], sent: Record<string, Record<string, unknown>>) => {
    const thing = object({ id: integer, ...sent }, ['id']);
    return spec({
      '/things': {
        post: { ...takes(object(sent, Object.keys(sent))), responses: shows(thing, '201') },
        get: { parameters, responses: list(thing) },
      },
    });
  };

  it.each<[string, object[], Record<string, Record<string, unknown>>]>([
    ['a search', [query('query')], { query: text }],
    ['an order', [query('sort')], { sort: text }],
    ['a bound', [query('minSize', integer)], { minSize: integer }],
    ['what there should be at least', [query('capacity', integer)], { capacity: integer }],
    ['a flag that lets hidden items in', [query('archived', flag)], { archived: flag }],
    ['what each shows unless it is turned off', [query('signed', { ...flag, default: true })], { signed: flag }],
    ['another type', [query('size')], { size: integer }],
    [
      'several values in one text',
      [{ ...query('title', { type: 'array', items: text }), explode: false }],
      { title: text },
    ],
    ['a time', [query('createdAt')], { createdAt: text }],
  ])('%s', async (_, parameters, sent) => {
    const { bundle } = await planFeature({ spec: things(parameters, sent), personas: [] });
    expect(bundle.plans.map(({ kind }) => kind)).not.toContain('list-filter');
    expect(bundle.plans.length).toBeGreaterThan(0);
  });

  it('a state that an item need not show is asked for all the same', async () => {
    const optional = object({ id: integer, title: text, status }, ['id', 'title']);
    const document = spec({
      '/things': {
        post: { ...takes(object({ title: text, status }, ['title'])), responses: shows(optional, '201') },
        get: { parameters: [query('status', status)], responses: list(optional) },
      },
    });
    const { bundle } = await planFeature({ spec: document, personas: [] });
    expect(bundle.plans.map(({ kind }) => kind)).toContain('list-filter');
  });

  it('a filter that is called like one of a list asks for one of it', async () => {
    const paths = blog.paths as Record<string, { get: object }>;
    const posts = { ...paths['/posts'], get: { ...paths['/posts']?.get, parameters: [query('tag')] } };
    const document = { ...blog, paths: { ...paths, '/posts': posts } };
    const { bundle } = await planFeature({ spec: document, personas: [] });
    const names = bundle.plans.filter(({ kind }) => kind === 'list-filter').map(({ name }) => name);
    expect(names).toContain('The list filtered by tag shows each post that matches and no other');
  });

  it('a flag that keeps things in their list has both values where the list is asked for one', async () => {
    const document = things([query('isActive', flag)], { isActive: flag });
    const { bundle } = await planFeature({ spec: document, personas: [] });
    const plan = bundle.plans.find(({ kind }) => kind === 'list-filter');
    const sent = plan?.steps.flatMap(({ body }) => (body ? [body.value] : []));
    expect(sent).toEqual([{ object: { isActive: { literal: true } } }, { object: { isActive: { literal: false } } }]);
    expect(plan?.steps.at(-1)?.params.query).toMatchObject({ isActive: { sent: 'create-thing' } });
    // A default that wins over what was sent is told where it is made, not where it is listed.
    expect(plan?.steps[1]?.assert).toEqual([expect.objectContaining({ op: 'equals', pointer: '/isActive' })]);
  });

  it('a text that a list is asked for is not held to the answer of its create, which may write it otherwise', async () => {
    const { bundle } = await planFeature({ spec: things([query('title')], { title: text }), personas: [] });
    const plan = bundle.plans.find(({ kind }) => kind === 'list-filter');
    expect(plan?.steps.map((step) => [step.method, step.assert.length > 0])).toEqual([
      ['POST', false],
      ['POST', false],
      ['GET', true],
    ]);
  });

  it('what an answer is given in is no filter, though things have several', async () => {
    const document = things([query('currency')], {
      currencies: { type: 'array', items: { ...text, enum: ['EUR', 'USD'] } },
    });
    const { bundle } = await planFeature({ spec: document, personas: [] });
    expect(bundle.plans.map(({ kind }) => kind)).not.toContain('list-filter');
  });

  it('a filter on a value of which there is only one is dropped with the edit that helps', async () => {
    const only = { type: 'string', enum: ['ONLY'] };
    const { dropped } = await planFeature({ spec: things([query('form', only)], { form: only }), personas: [] });
    expect(dropped.find(({ kind }) => kind === 'list-filter')).toMatchObject({ reason: 'NO_SECOND_VALUE', rule: 6 });
  });
});

describe('a list below a parent of what is made elsewhere', () => {
  const comment = object({ id: integer, articleId: integer, text }, ['id', 'articleId', 'text']);
  const document = spec({
    '/articles': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(object({ id: integer }, ['id']), '201') },
    },
    '/articles/{id}': { parameters: [param('id', integer)], delete: { responses: noBody } },
    '/articles/{id}/comments': {
      parameters: [param('id', integer)],
      get: { responses: shows({ type: 'array', items: comment }) },
    },
    '/comments': {
      post: { ...takes(object({ articleId: integer, text }, ['articleId', 'text'])), responses: shows(comment, '201') },
    },
    '/comments/{id}': { parameters: [param('id', integer)], get: { responses: shows(comment) } },
  });
  const server = (fault?: 'all' | 'astray') => (): Routes => {
    const comments: { id: number; articleId: unknown; text: unknown }[] = [];
    let serial = 0;
    return {
      'POST /articles': () => ({ status: 201, body: { id: (serial += 1) } }),
      'DELETE /articles/:id': () => ({ status: 204 }),
      'POST /comments': ({ body }) => {
        const made = { id: (serial += 1), articleId: body['articleId'], text: body['text'] };
        comments.push(fault === 'astray' ? { ...made, articleId: 2 } : made);
        return { status: 201, body: made };
      },
      'GET /comments/:id': ({ params: [id] }) => ({ status: 200, body: comments.find((one) => String(one.id) === id) }),
      'GET /articles/:id/comments': ({ params: [id] }) => ({
        status: 200,
        body: comments.filter(({ articleId }) => fault === 'all' || String(articleId) === id),
      }),
    };
  };

  it.each<[string, Parameters<typeof server>[0], string[]]>([
    ['shows them below theirs and no other', undefined, []],
    ['is found to show those of others', 'all', ['FAIL_DECISIVE_CONTRACT NOT_FILTERED']],
    ['is found to lack what went to another', 'astray', ['FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST']],
  ])('%s', async (_name, fault, expected) => {
    const result = await verifyServer(document, server(fault), { kinds: ['child-under-parent'] });
    expect(result.plans.map(({ subject }) => subject)).toEqual(['GET /articles/{id}/comments']);
    expect(decisive(result)).toEqual(expected);
  });
});
