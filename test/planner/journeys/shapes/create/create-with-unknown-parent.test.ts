import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const uuid = { type: 'string', format: 'uuid' };
const idOf = (serial: number) => `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;

describe('below what nobody has', () => {
  const board = object({ id: uuid, name: text }, ['id', 'name']);
  const card = object({ id: uuid, title: text }, ['id', 'title']);
  const documentOf = (codes: object) =>
    spec({
      '/boards': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(board, '201') } },
      '/boards/{id}': item(board, uuid),
      '/boards/{boardId}/cards': {
        parameters: [param('boardId', uuid)],
        post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(card, '201'), ...codes } },
        get: { responses: { ...shows({ type: 'array', items: card }), ...missing } },
      },
    });
  const document = documentOf(missing);
  const server =
    (unknown: Told | undefined): MakeServer =>
    () => {
      const boards = store('/boards', {}, idOf);
      const cards = store('/cards', {}, (serial) => idOf(900 + serial));
      const { 'POST /cards': make } = cards.routes;
      return {
        ...boards.routes,
        'POST /boards/{boardId}/cards': (asked) => {
          const isThere = boards.items.has(asked.params[0] ?? '');
          const told = isThere || !unknown ? make?.(asked) : unknown;
          for (const one of cards.items.values()) one['boardId'] ??= asked.params[0];
          return told as Told;
        },
        'GET /boards/{boardId}/cards': ({ params: [id = ''] }) =>
          boards.items.has(id) ? ok([...cards.items.values()].filter((one) => one['boardId'] === id)) : notFound,
      };
    };

  it('nothing is made, however it is refused', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.flatMap(({ proof }) => proof)).toContain('unknown-parent-taken POST /boards/{boardId}/cards');
    for (const unknown of [notFound, { status: 422, body: { error: 'no such board' } }, { status: 403, body: {} }])
      expect(failures(await verify(document, server(unknown)))).toEqual([]);
  });

  it('what is made is found, and so is a fault of its own', async () => {
    expect(decisive(await verify(document, server(undefined)))).toEqual([
      'FAIL_DECISIVE_CONTRACT MISSING_ITEM_ANSWERED: Creating a card answers what was sent',
    ]);
    expect(decisive(await verify(document, server({ status: 500, body: {} })))).toEqual([
      'FAIL_DECISIVE_CONTRACT SERVER_ERROR: POST /boards/{boardId}/cards refuses an unknown id',
    ]);
  });

  it.each([undefined, 'a board of its own'])(
    'what makes its parent along is sound, and both are taken away',
    async (name) => {
      const boards = store('/boards', {}, idOf);
      let along = 0;
      const made: MakeServer = (clock) => {
        const routes = server(undefined)(clock);
        return {
          ...routes,
          ...boards.routes,
          'POST /boards/{boardId}/cards': (asked) => {
            const [id = ''] = asked.params;
            if (!boards.items.has(id)) {
              boards.items.set(id, { id, name: name ?? id });
              along += 1;
            }
            return routes['POST /boards/{boardId}/cards']!(asked);
          },
          'GET /boards/{boardId}/cards': ({ params: [id = ''] }) => (boards.items.has(id) ? ok([]) : notFound),
        };
      };
      const result = await verify(document, made);
      expect(decisive(result).filter((one) => one.includes('MISSING_ITEM_ANSWERED'))).toEqual([]);
      expect(along).toBeGreaterThan(0);
      expect(along).toBeGreaterThan(0);
      expect([...boards.items.keys()]).toEqual([]);
      expect(result.residue.filter(({ path }) => /^.boards.[^/]*$/.test(path))).toEqual([]);
    },
  );

  it.each([{}, { ...missing, ...shows(card, '202') }])('nothing is asked where the document says %j', async (codes) => {
    const { bundle } = await plan(documentOf(codes));
    expect(bundle.plans.flatMap(({ steps }) => steps.map(({ id }) => id))).not.toContain('create-nowhere-card');
  });
});

describe('a change of nothing', () => {
  const page = object({ id: integer, title: text, note: text }, ['id', 'title']);
  const document = spec({
    '/pages': { post: { ...takes(object({ title: text, note: text }, ['title'])), responses: shows(page, '201') } },
    '/pages/{id}': {
      ...item(page),
      patch: { ...takes(object({ title: text, note: text })), responses: { ...shows(page), ...missing } },
    },
  });
  const server =
    (nothing: Told | undefined): MakeServer =>
    () => {
      const { routes, on } = store('/pages', {});
      const patch = on((one, body) => {
        return nothing && Object.keys(body).length === 0 ? nothing : ok(Object.assign(one, body));
      });
      return { ...routes, 'PATCH /pages/{id}': patch };
    };

  it.each([undefined, { status: 204 }, { status: 304 }, { status: 400, body: { error: 'nothing to change' } }])(
    'may be answered %j',
    async (nothing) => {
      expect(failures(await verify(document, server(nothing)))).toEqual([]);
    },
  );

  it('is found where the server fails', async () => {
    expect(decisive(await verify(document, server({ status: 500, body: { error: 'near WHERE' } })))).toEqual([
      'FAIL_DECISIVE_CONTRACT SERVER_ERROR: A page changed by PATCH shows the change',
    ]);
    const { bundle } = await plan(document);
    expect(bundle.plans.flatMap(({ proof }) => proof)).toContain('empty-update-crashes PATCH /pages/{id}');
  });
});

describe('a change of a version that the thing does not have', () => {
  const page = object({ id: integer, title: text }, ['id', 'title']);
  const lock = (schema: object) => [{ name: 'If-Match', in: 'header', schema }];
  const refusals = { '412': { description: 'changed since' }, ...missing };
  const documentOf = (schema: object) =>
    spec({
      '/pages': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(page, '201') } },
      '/pages/{id}': {
        parameters: [param('id', integer)],
        get: { responses: { ...shows(page), ...missing } },
        put: {
          ...takes(object({ title: text }, ['title'])),
          parameters: lock(schema),
          responses: { ...shows(page), ...refusals },
        },
        delete: { responses: noBody },
      },
    });
  const document = documentOf(text);
  /** `tagOf` = what the read tells of the version, which each change moves; none: it tells nothing. */
  const server =
    (compares: boolean, tagOf?: (version: number) => string): MakeServer =>
    () => {
      const { routes, on } = store('/pages', {});
      const versions = new Map<string | undefined, number>();
      const tag = ([id]: string[]) => tagOf?.(versions.get(id) ?? 1);
      const change = on((one, body) => ok(Object.assign(one, body)));
      return {
        ...routes,
        'GET /pages/{id}': (asked) => {
          const etag = tag(asked.params);
          return {
            ...(routes['GET /pages/{id}']?.(asked) as Told),
            ...(etag === undefined ? {} : { headers: { etag } }),
          };
        },
        'PUT /pages/{id}': (asked) => {
          const version = asked.headers['if-match'];
          if (compares && version !== tag(asked.params) && version !== '*') return { status: 412, body: {} };
          versions.set(asked.params[0], (versions.get(asked.params[0]) ?? 1) + 1);
          return change(asked);
        },
      };
    };
  const lost = ['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A page changed by PUT shows the change'];

  it.each<[string, ((version: number) => string) | undefined]>([
    ['is told', (version) => `"${version}"`],
    ['is told by no read', undefined],
    ['may stay the same, as it is weak', () => 'W/"1"'],
    ['is a time in seconds', () => '"1795474800"'],
  ])('is refused, and leaves it as it is, where the version %s', async (_name, tagOf) => {
    expect(failures(await verify(document, server(true, tagOf)))).toEqual([]);
    const { bundle } = await plan(document);
    expect(bundle.plans.flatMap(({ proof }) => proof)).toContain('version-ignored PUT /pages/{id}');
  });

  it('is found where it is made all the same', async () => {
    expect(decisive(await verify(document, server(false)))).toEqual(lost);
    expect(
      decisive(
        await verify(
          document,
          server(false, (version) => `"${version}"`),
        ),
      ),
    ).toEqual(lost);
  });

  it('is found where a change does not move the version', async () => {
    expect(
      decisive(
        await verify(
          document,
          server(true, () => '"1"'),
        ),
      ),
    ).toEqual(lost);
  });

  it('is not asked for where a version is no text of any form', async () => {
    const { bundle } = await plan(documentOf(integer));
    const steps = bundle.plans.flatMap((one) => one.steps.map(({ id }) => id));
    expect(steps).not.toContain('update-other-version-page');
  });
});
