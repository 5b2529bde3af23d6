import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';

type Page = { slug: string; title: string; updated_at: string; markdown: string; labels: string[]; revision: number };
type Held = { page: Page; revisions: { number: number; markdown: string; author: string }[] };

const TOKEN = 'Bearer wk_5b0c';
const EDITOR = 'sam';
const now = () => new Date().toISOString();

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function create(): Hono {
  const held = new Map<string, Held>();
  const app = new Hono().basePath('/rest');
  answerErrors(app, (_, message) => ({ errors: [message] }));
  app.use(async (context, next) => {
    if (context.req.header('authorization') !== TOKEN) refuse(401, 'Not signed in');
    await next();
  });
  const find = (context: Context) => held.get(context.req.param('slug') ?? '') ?? refuse(404, 'No such page');
  const labelsOf = (body: ReturnType<typeof checked>) => {
    const labels = body.texts('labels');
    if (new Set(labels).size < labels.length || !labels.every((label) => /^[a-z-]+$/.test(label)))
      refuse(422, 'labels must be different words');
    return labels;
  };

  app.get('/pages', (context) => {
    const perPage = queryNumber(context, 'per_page', 10, 1, 30);
    const page = queryNumber(context, 'page', 1, 1, 1e6);
    const all = [...held.values()].map((one) => one.page).toSorted((a, b) => a.slug.localeCompare(b.slug));
    const shown = all
      .slice((page - 1) * perPage, page * perPage)
      .map(({ slug, title, updated_at }) => ({ slug, title, updated_at }));
    const link = (to: number, rel: string) => `<${context.req.path}?per_page=${perPage}&page=${to}>; rel="${rel}"`;
    const links = [
      ...(page > 1 ? [link(page - 1, 'prev')] : []),
      ...(page * perPage < all.length ? [link(page + 1, 'next')] : []),
    ];
    return context.json(shown, 200, links.length > 0 ? { link: links.join(', ') } : {});
  });
  app.post('/pages', async (context) => {
    const body = checked(await bodyOf(context, 422), 422);
    const title = body.text('title', 120);
    const slug = slugOf(title);
    if (slug === '') refuse(422, 'title has no letters');
    if (held.has(slug)) refuse(409, `title is taken: ${slug}`);
    const markdown = body.text('markdown', 100_000, 0);
    const labels = body.has('labels') ? labelsOf(body) : [];
    const page = { slug, title, updated_at: now(), markdown, labels, revision: 1 };
    held.set(slug, { page, revisions: [{ number: 1, markdown, author: EDITOR }] });
    return context.json(page, 201, { location: `/rest/pages/${slug}` });
  });
  app.get('/pages/:slug', (context) => context.json(find(context).page));
  app.patch('/pages/:slug', async (context) => {
    const { page, revisions } = find(context);
    const body = checked(await bodyOf(context, 422), 422);
    if (body.has('labels')) page.labels = labelsOf(body);
    if (body.has('markdown')) {
      page.markdown = body.text('markdown', 100_000, 0);
      page.revision += 1;
      revisions.unshift({ number: page.revision, markdown: page.markdown, author: EDITOR });
    }
    page.updated_at = now();
    return context.json(page);
  });
  app.delete('/pages/:slug', (context) => {
    const { page } = find(context);
    held.delete(page.slug);
    return context.json(page);
  });
  app.get('/pages/:slug/revisions', (context) => context.json(find(context).revisions));
  app.get('/pages/:slug/revisions/:number', (context) => {
    const number = Number(context.req.param('number'));
    return context.json(
      find(context).revisions.find((one) => one.number === number) ?? refuse(404, 'No such revision'),
    );
  });
  return app;
}

export const wiki = referenceServer(import.meta.dirname, {
  name: 'wiki',
  style: 'slugs made from titles, Link header paging, summaries in lists, bodies on delete',
  document: 'openapi.yaml',
  personas: [{ name: 'Editor', description: 'Can write pages.', authType: 'BEARER' }],
  env: { AUTH_EDITOR: '{"token":"wk_5b0c"}' },
  identities: { owner: { authorization: TOKEN }, outsider: { authorization: 'Bearer wk_none' } },
  create,
});
