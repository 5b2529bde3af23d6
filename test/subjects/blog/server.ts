import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { refuse } from '../request.ts';
import { ARTICLE_RULES, newStore, now, permitted, PROFILES, textUpTo, unprocessable } from './store.ts';
import type { ArticleForm, Comment, Store } from './store.ts';

function pageParameter(context: Context, name: string, usual: number, most: number): number {
  const sent = context.req.query(name) ?? String(usual);
  const isGood = /^\d{1,9}$/.test(sent) && Number(sent) >= 1 && Number(sent) <= most;
  return isGood ? Number(sent) : refuse(400, `${name} must be a whole number from 1 to ${most}`);
}

function linkHeader(context: Context, page: number, last: number): string {
  const at = (number: number, rel: string) => {
    const url = new URL(context.req.url);
    url.searchParams.set('page', String(number));
    return `<${url.href}>; rel="${rel}"`;
  };
  const back = page > 1 ? [at(1, 'first'), at(Math.min(page - 1, last), 'prev')] : [];
  const onward = page < last ? [at(page + 1, 'next'), at(last, 'last')] : [];
  return [...back, ...onward].join(', ');
}

function slugOf(title: string, isTaken: (slug: string) => boolean): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const base = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'article';
  if (!isTaken(base)) return base;
  let number = 2;
  while (isTaken(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

function articleRoutes(app: Hono, store: Store): void {
  const { articles, all, me, find, shown } = store;
  let last = 0;
  const own = (context: Context) => {
    const article = find(context);
    return article.author === me(context) ? article : refuse(403, 'Only its author may change an article');
  };
  app.get('/articles', (context) => {
    const page = pageParameter(context, 'page', 1, 100_000);
    const perPage = pageParameter(context, 'per_page', 20, 100);
    const { tag, author, favorited_by: fan, status } = context.req.query();
    if (status !== undefined && !['draft', 'published'].includes(status)) refuse(400, 'status is draft or published');
    const found = all()
      .filter((one) => tag === undefined || one.tag_list.includes(tag))
      .filter((one) => author === undefined || one.author === author)
      .filter((one) => fan === undefined || one.favorites.has(fan))
      .filter((one) => status === undefined || (one.published_at === null) === (status === 'draft'))
      .toReversed();
    const pages = Math.max(1, Math.ceil(found.length / perPage));
    const link = linkHeader(context, page, pages);
    if (link !== '') context.header('link', link);
    const slice = found.slice((page - 1) * perPage, page * perPage).map((one) => shown(one, me(context)));
    const meta = { current_page: page, per_page: perPage, total_pages: pages, total_count: found.length };
    return context.json({ articles: slice, meta });
  });
  app.post('/articles', async (context) => {
    const form = (await permitted(context, 'article', ARTICLE_RULES, ['title', 'body'])) as ArticleForm;
    const slug = slugOf(form.title, (taken) => all().some((one) => one.slug === taken));
    last += 1;
    const stamps = { published_at: null, created_at: now(), updated_at: now() };
    const defaults = { id: last, slug, description: null, tag_list: [] };
    const made = { ...defaults, ...form, author: me(context), favorites: new Set<string>(), ...stamps };
    articles.set(last, made);
    context.header('location', new URL(`/api/articles/${slug}`, context.req.url).href);
    return context.json({ article: shown(made, me(context)) }, 201);
  });
  app.get('/articles/:slug', (context) => context.json({ article: shown(find(context), me(context)) }));
  app.patch('/articles/:slug', async (context) => {
    const article = own(context);
    Object.assign(article, await permitted(context, 'article', ARTICLE_RULES, []), { updated_at: now() });
    return context.json({ article: shown(article, me(context)) });
  });
  app.delete('/articles/:slug', (context) => {
    const { id } = own(context);
    articles.delete(id);
    store.comments.forEach((one) => one.article === id && store.comments.delete(one.id));
    return context.body(null, 204);
  });
  for (const action of ['publish', 'unpublish'])
    app.post(`/articles/:slug/${action}`, (context) => {
      const article = own(context);
      const isDone = (article.published_at === null) === (action === 'unpublish');
      if (isDone) unprocessable({ base: [`Article is ${action}ed already`] });
      article.published_at = action === 'publish' ? now() : null;
      article.updated_at = now();
      return context.json({ article: shown(article, me(context)) });
    });
  app.on(['POST', 'DELETE'], '/articles/:slug/favorite', (context) => {
    const article = find(context);
    if (context.req.method === 'POST') article.favorites.add(me(context));
    else article.favorites.delete(me(context));
    return context.json({ article: shown(article, me(context)) });
  });
  app.get('/tags', (context) => {
    const names = [...new Set(all().flatMap(({ tag_list }) => tag_list))].toSorted();
    const count = (name: string) => all().filter(({ tag_list }) => tag_list.includes(name)).length;
    return context.json({ tags: names.map((name) => ({ name, articles_count: count(name) })) });
  });
}

function commentRoutes(app: Hono, { comments, me, profile, find }: Store): void {
  let last = 0;
  const shown = ({ id, body, created_at, author }: Comment, viewer: string) => ({
    id,
    body,
    created_at,
    author: profile(author, viewer),
  });
  app.get('/articles/:slug/comments', (context) => {
    const { id } = find(context);
    const found = [...comments.values()].filter(({ article }) => article === id);
    return context.json({ comments: found.map((one) => shown(one, me(context))) });
  });
  app.post('/articles/:slug/comments', async (context) => {
    const article = find(context);
    const { body } = (await permitted(context, 'comment', { body: textUpTo(2000) }, ['body'])) as { body: string };
    last += 1;
    const made = { id: last, article: article.id, author: me(context), body, created_at: now() };
    comments.set(last, made);
    return context.json({ comment: shown(made, me(context)) }, 201);
  });
  app.delete('/articles/:slug/comments/:id', (context) => {
    const article = find(context);
    const comment = comments.get(Number(context.req.param('id')));
    if (comment?.article !== article.id) return refuse(404, 'Comment not found');
    const mayDelete = [comment.author, article.author].includes(me(context));
    if (!mayDelete) refuse(403, 'Only its author or the author of the article may delete a comment');
    comments.delete(comment.id);
    return context.body(null, 204);
  });
}

function profileRoutes(app: Hono, { follows, me, profile }: Store): void {
  app.get('/profiles', (context) =>
    context.json({ profiles: PROFILES.map(({ username }) => profile(username, me(context))) }),
  );
  app.get('/profiles/:username', (context) =>
    context.json({ profile: profile(context.req.param('username'), me(context)) }),
  );
  app.on(['POST', 'DELETE'], '/profiles/:username/follow', (context) => {
    const { username } = profile(context.req.param('username'), me(context));
    const followers = follows.get(username);
    if (context.req.method === 'DELETE') followers?.delete(me(context));
    else if (username === me(context)) unprocessable({ base: ["You can't follow yourself"] });
    else followers?.add(me(context));
    return context.json({ profile: profile(username, me(context)) });
  });
}

function create(): Hono {
  const app = new Hono().basePath('/api');
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) return context.json({ error: 'Internal server error' }, 500);
    if (error.status === 401) context.header('www-authenticate', 'Token realm="Application"');
    return context.json(error.cause ? { errors: error.cause } : { error: error.message }, error.status);
  });
  app.notFound((context) => context.json({ error: 'Not found' }, 404));
  const store = newStore();
  app.use(async (context, next) => {
    store.me(context);
    await next();
  });
  articleRoutes(app, store);
  commentRoutes(app, store);
  profileRoutes(app, store);
  return app;
}

export const blog = referenceServer(import.meta.dirname, {
  name: 'blog',
  style: 'Rails: wrapped bodies, slugs, errors by attribute, Link header, only the author may change an article',
  document: 'openapi.yaml',
  personas: [
    { name: 'Maria', description: 'Author: can write, publish and change her own articles.', authType: 'HEADER' },
    {
      name: 'Jonas',
      description: 'Another author: can read, comment and favour the articles of Maria, may not change them.',
      authType: 'HEADER',
    },
    { name: 'Guest', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: {
    AUTH_MARIA: '{"headers":{"Authorization":"Token 4f1c8a6e0b7d"}}',
    AUTH_JONAS: '{"headers":{"Authorization":"Token 9d03e5b72c1a"}}',
  },
  identities: {
    owner: { authorization: 'Token 4f1c8a6e0b7d' },
    outsider: { authorization: 'Token 9d03e5b72c1a' },
  },
  create,
});
