import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const article = object({ slug: text, title: text, body: text }, ['slug', 'title', 'body']);
const documentOf = (updated: object) =>
  spec({
    '/articles': {
      get: { responses: shows({ type: 'array', items: article }) },
      post: { ...takes(object({ title: text, body: text }, ['title', 'body'])), responses: shows(article, '201') },
    },
    '/articles/{slug}': {
      parameters: [param('slug')],
      get: { responses: { ...shows(article), ...missing } },
      put: { ...takes(object({ title: text, body: text }, ['title', 'body'])), responses: { ...updated, ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
const document = documentOf(shows(article));

/** Articles are known by their titles, of which none may occur twice. `moved` = where an article stands after an update. */
const server =
  (moved: (articles: Map<string, Fields>, slug: string, old: string, now: Fields) => void) =>
  (): ReturnType<MakeServer> => {
    const articles = new Map<string, Fields>();
    const put = (fields: Fields, old?: string): Told => {
      const slug = `${String(fields['title'])
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')}-1`;
      if (articles.has(slug) && slug !== old) return { status: 422, body: { errors: { title: ['must be unique'] } } };
      const now = { ...fields, slug };
      if (old === undefined) articles.set(slug, now);
      else moved(articles, slug, old, now);
      return { status: old === undefined ? 201 : 200, body: now };
    };
    return {
      'GET /articles': () => ok([...articles.values()]),
      'POST /articles': ({ body }) => put(body),
      'GET /articles/{slug}': ({ params: [slug = ''] }) => {
        const found = articles.get(slug);
        return found ? ok(found) : notFound;
      },
      'PUT /articles/{slug}': ({ params: [slug = ''], body }) => (articles.has(slug) ? put(body, slug) : notFound),
      'DELETE /articles/{slug}': ({ params: [slug = ''] }) => (articles.delete(slug) ? { status: 204 } : notFound),
    };
  };
const rightly: Parameters<typeof server>[0] = (articles, slug, old, now) => {
  articles.delete(old);
  articles.set(slug, now);
};

it('an article that has another slug after its title changed is looked for there, and taken away', async () => {
  let kept: Map<string, Fields> | undefined;
  const seeing: typeof rightly = (articles, ...rest) => {
    kept = articles;
    rightly(articles, ...rest);
  };
  const result = await verify(document, server(seeing));
  expect(failures(result)).toEqual([]);
  expect(result.journeys.flatMap(({ notes }) => notes ?? [])).toEqual([]);
  expect(kept?.size).toBe(0);
});

it('one that is lost on the way is told', async () => {
  const losing = server((articles, _slug, old) => void articles.delete(old));
  expect(decisive(await verify(document, losing))).toContain(
    'FAIL_DECISIVE_PERSISTENCE ITEM_LOST: An article changed by PUT shows the change',
  );
});

it('nothing is claimed where the update does not tell the slug', async () => {
  const { bundle } = await plan(documentOf(noBody));
  expect(bundle.plans.filter(({ kind }) => kind === 'update-read')).toEqual([]);
});

const key = object({ id: text, name: text, algorithm: text }, ['id', 'name', 'algorithm']);
const sentKey = takes(object({ name: text, algorithm: text }, ['name', 'algorithm']));
const keys = spec({
  '/keys': {
    get: { responses: shows({ type: 'array', items: key }) },
    post: { ...sentKey, responses: shows(key, '201') },
  },
  '/keys/{id}': {
    parameters: [param('id')],
    get: { responses: { ...shows(key), ...missing } },
    put: { ...sentKey, responses: { ...shows(key), ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
});

/** Keys whose ids are `idOf` their names or of a serial; an update stores what `moved` says. */
const keyServer =
  (
    kept: Map<string, Fields>,
    idOf: (name: string, old: string) => string,
    moved: (now: Fields) => Fields | undefined,
  ) =>
  (): ReturnType<MakeServer> => ({
    'GET /keys': () => ok([...kept.values()]),
    'POST /keys': ({ body }) => {
      const made = { ...body, id: idOf(String(body['name']), '') };
      kept.set(made.id, made);
      return { status: 201, body: made };
    },
    'GET /keys/{id}': ({ params: [id = ''] }) => (kept.has(id) ? ok(kept.get(id)) : notFound),
    'PUT /keys/{id}': ({ params: [id = ''], body }) => {
      if (!kept.delete(id)) return notFound;
      const now = { ...body, id: idOf(String(body['name']), id) };
      const stored = moved(now);
      if (stored) kept.set(now.id, stored);
      return ok(now);
    },
    'DELETE /keys/{id}': ({ params: [id = ''] }) => (kept.delete(id) ? { status: 204 } : notFound),
  });

let serial = 0;
it.each<[string, (name: string, old: string) => string]>([
  ['made of its name', (name) => `${name}.`],
  ['made of its first name', (name, old) => old || `${name}.`],
  ['a number', (_name, old) => old || String((serial += 1))],
])('a key whose id is %s is found after a change, and taken away', async (_, idOf) => {
  const kept = new Map<string, Fields>();
  const result = await verify(
    keys,
    keyServer(kept, idOf, (now) => now),
  );
  expect(failures(result)).toEqual([]);
  expect(result.residue).toEqual([]);
  expect(kept.size).toBe(0);
});

it.each<[string, (id: string) => string]>([
  ['with where it stands', (id) => `keys/${id}`],
  ['in capitals', (id) => id.toUpperCase()],
])('a key whose id an update answers %s is where it was, and taken away', async (_, written) => {
  const kept = new Map<string, Fields>();
  const result = await verify(keys, () => {
    const routes = keyServer(
      kept,
      (name, old) => old || `${name}.`,
      (now) => now,
    )();
    return {
      ...routes,
      'PUT /keys/{id}': (asked) => {
        const { status, body } = routes['PUT /keys/{id}']?.(asked) ?? notFound;
        return status === 200 ? ok({ ...(body as Fields), id: written(String((body as Fields)['id'])) }) : notFound;
      },
    };
  });
  expect(failures(result)).toEqual([]);
  expect(kept.size).toBe(0);
});

it('a key that is lost, or altered, on its way to another id is told', async () => {
  const byName = (name: string): string => `${name}.`;
  const lost = await verify(
    keys,
    keyServer(new Map(), byName, () => undefined),
  );
  expect(decisive(lost)).toContain('FAIL_DECISIVE_PERSISTENCE ITEM_LOST: A key changed by PUT shows the change');
  const altered = await verify(
    keys,
    keyServer(new Map(), byName, (now) => ({ ...now, algorithm: 'none' })),
  );
  expect(decisive(altered)).toContain(
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A key changed by PUT shows the change',
  );
});

it('an id that nothing of the run is in is not believed: somebody else may have it', async () => {
  const others = new Map<string, Fields>([['1', { id: '1', name: 'theirs', algorithm: 'a' }]]);
  const mistold = keyServer(
    others,
    (name, old) => (old === '' ? `${name}.` : '1'),
    (now) => now,
  );
  await verify(keys, () => {
    const routes = mistold();
    return {
      ...routes,
      'PUT /keys/{id}': ({ params: [id = ''], body }) => {
        if (!others.has(id)) return notFound;
        others.set(id, { ...body, id });
        return ok({ ...body, id: '1' });
      },
    };
  });
  expect([...others.keys()]).toEqual(['1']);
});
