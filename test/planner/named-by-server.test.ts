import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from './small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from './small-spec.ts';
import { missing, notFound, ok } from './small-store.ts';

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
