import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Category = { id: number; slug: string; name: string; description: string | null; createdAt: string };
type Written = { id: number; author: Member; body: string; createdAt: string };
type Thread = Written & { categoryId: number; title: string; pinned: boolean; locked: boolean };
type Post = Written & { threadId: number; likedBy: Set<Member>; editedAt: string | null };
type Member = ReturnType<typeof newMember>;
type Forum = ReturnType<typeof newForum>;

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ORDERS = new Map<string, (a: Post, b: Post) => number>([
  ['oldest', (a, b) => a.id - b.id],
  ['newest', (a, b) => b.id - a.id],
  ['mostLiked', (a, b) => b.likedBy.size - a.likedBy.size || a.id - b.id],
]);

const now = () => new Date().toISOString();

const newMember = (id: number, username: string, displayName: string, joinedAt: string) => {
  return { id, username, displayName, bio: null as string | null, emailNotifications: true, joinedAt };
};

const newForum = () => ({
  members: new Map([
    ['Bearer member-alma', newMember(1, 'alma', 'Alma Reyes', '2024-03-11T08:15:00.000Z')],
    ['Bearer member-bruno', newMember(2, 'bruno', 'Bruno Keller', '2024-05-02T19:40:00.000Z')],
  ]),
  categories: new Map<string, Category>(),
  threads: new Map<string, Thread>(),
  posts: new Map<string, Post>(),
  lastPostId: 0,
});

const pick = <T>(all: Map<string, T>, id: string | undefined, what: string): T =>
  all.get(id ?? '') ?? refuse(404, `There is no such ${what}.`);

const caller = (forum: Forum, context: Context): Member =>
  forum.members.get(context.req.header('authorization') ?? '') ?? refuse(401, 'Sign in first.');

const onlyAuthor = (forum: Forum, context: Context, author: Member): void => {
  if (caller(forum, context) !== author) refuse(403, 'Only the author may do this.');
};

const textOrNull = (sent: Body, field: string, most: number): string | null =>
  sent[field] === null ? null : checked(sent, 422).text(field, most, 0);

const byline = ({ id, username, displayName }: Member) => ({ id, username, displayName });

const postsOf = (forum: Forum, thread: Thread) =>
  [...forum.posts.values()].filter(({ threadId }) => threadId === thread.id);

const shownCategory = (forum: Forum, category: Category) => ({
  ...category,
  threadCount: [...forum.threads.values()].filter(({ categoryId }) => categoryId === category.id).length,
});

const shownThread = (forum: Forum, thread: Thread) => {
  const posts = postsOf(forum, thread);
  const lastPostAt = posts.at(-1)?.createdAt ?? null;
  return { ...thread, author: byline(thread.author), postCount: posts.length, lastPostAt };
};

const shownPost = (me: Member, { likedBy, ...post }: Post) => ({
  ...post,
  author: byline(post.author),
  likeCount: likedBy.size,
  likedByMe: likedBy.has(me),
});

const paged = <T>(context: Context, found: T[]) => {
  const number = queryNumber(context, 'page', 1, 1, Number.MAX_VALUE);
  const size = queryNumber(context, 'size', 20, 1, 100);
  const page = { number, size, totalElements: found.length, totalPages: Math.ceil(found.length / size) };
  return { items: found.slice((number - 1) * size, number * size), page };
};

function addCategories(app: Hono, forum: Forum): void {
  app.get('/categories', (context) => {
    const found = [...forum.categories.values()].map((one) => shownCategory(forum, one));
    return context.json(paged(context, found));
  });
  app.post('/categories', async (context) => {
    const sent = await bodyOf(context, 422);
    const body = checked(sent, 422);
    body.text('slug', 40);
    const slug = body.matching('slug', SLUG);
    const name = body.text('name', 80);
    const description = sent.description === undefined ? null : textOrNull(sent, 'description', 500);
    if ([...forum.categories.values()].some((one) => one.slug === slug)) refuse(409, 'The slug is taken.');
    const made: Category = { id: forum.categories.size + 1, slug, name, description, createdAt: now() };
    forum.categories.set(String(made.id), made);
    return context.json(shownCategory(forum, made), 201);
  });
}

function addThreads(app: Hono, forum: Forum): void {
  app.get('/categories/:id/threads', (context) => {
    const { id } = pick(forum.categories, context.req.param('id'), 'category');
    const wanted = (context.req.query('q') ?? '').toLowerCase();
    const found = [...forum.threads.values()]
      .filter(({ categoryId, title }) => categoryId === id && title.toLowerCase().includes(wanted))
      .map((thread) => shownThread(forum, thread))
      .toSorted((a, b) => {
        const [atA, atB] = [a.lastPostAt ?? a.createdAt, b.lastPostAt ?? b.createdAt];
        return Number(b.pinned) - Number(a.pinned) || Date.parse(atB) - Date.parse(atA) || b.id - a.id;
      });
    return context.json(paged(context, found));
  });
  app.post('/categories/:id/threads', async (context) => {
    const { id: categoryId } = pick(forum.categories, context.req.param('id'), 'category');
    const body = checked(await bodyOf(context, 422), 422);
    const made: Thread = {
      id: forum.threads.size + 1,
      categoryId,
      author: caller(forum, context),
      title: body.text('title', 150, 3),
      body: body.text('body', 20_000),
      pinned: false,
      locked: false,
      createdAt: now(),
    };
    forum.threads.set(String(made.id), made);
    return context.json(shownThread(forum, made), 201);
  });
  app.get('/threads/:id', (context) =>
    context.json(shownThread(forum, pick(forum.threads, context.req.param('id'), 'thread'))),
  );
  const turn = (change: Partial<Thread>) => (context: Context) => {
    const thread = pick(forum.threads, context.req.param('id'), 'thread');
    onlyAuthor(forum, context, thread.author);
    return context.json(shownThread(forum, Object.assign(thread, change)));
  };
  app.put('/threads/:id/pin', turn({ pinned: true }));
  app.delete('/threads/:id/pin', turn({ pinned: false }));
  app.put('/threads/:id/lock', turn({ locked: true }));
  app.delete('/threads/:id/lock', turn({ locked: false }));
}

function addPosts(app: Hono, forum: Forum): void {
  const post = (context: Context) => pick(forum.posts, context.req.param('id'), 'post');
  app.get('/threads/:id/posts', (context) => {
    const thread = pick(forum.threads, context.req.param('id'), 'thread');
    const order =
      ORDERS.get(context.req.query('sort') ?? 'oldest') ?? refuse(400, 'sort is oldest, newest or mostLiked');
    const me = caller(forum, context);
    const found = postsOf(forum, thread)
      .toSorted(order)
      .map((one) => shownPost(me, one));
    return context.json(paged(context, found));
  });
  app.post('/threads/:id/posts', async (context) => {
    const thread = pick(forum.threads, context.req.param('id'), 'thread');
    const body = checked(await bodyOf(context, 422), 422).text('body', 20_000);
    if (thread.locked) refuse(409, 'The thread is locked.');
    const author = caller(forum, context);
    forum.lastPostId += 1;
    const times = { createdAt: now(), editedAt: null };
    const made: Post = { id: forum.lastPostId, threadId: thread.id, author, body, likedBy: new Set(), ...times };
    forum.posts.set(String(made.id), made);
    return context.json(shownPost(author, made), 201);
  });
  app.get('/posts/:id', (context) => context.json(shownPost(caller(forum, context), post(context))));
  app.patch('/posts/:id', async (context) => {
    const found = post(context);
    onlyAuthor(forum, context, found.author);
    const body = checked(await bodyOf(context, 422), 422).text('body', 20_000);
    return context.json(shownPost(found.author, Object.assign(found, { body, editedAt: now() })));
  });
  app.delete('/posts/:id', (context) => {
    const found = post(context);
    onlyAuthor(forum, context, found.author);
    forum.posts.delete(String(found.id));
    return context.body(null, 204);
  });
  const turnLike = (turn: 'add' | 'delete') => (context: Context) => {
    const [me, found] = [caller(forum, context), post(context)];
    found.likedBy[turn](me);
    return context.json(shownPost(me, found));
  };
  app.put('/posts/:id/like', turnLike('add'));
  app.delete('/posts/:id/like', turnLike('delete'));
}

function addProfile(app: Hono, forum: Forum): void {
  app.get('/me', (context) => context.json(caller(forum, context)));
  app.patch('/me', async (context) => {
    const sent = await bodyOf(context, 422);
    const body = checked(sent, 422);
    const changes = {
      ...(sent.displayName !== undefined && { displayName: body.text('displayName', 60) }),
      ...(sent.bio !== undefined && { bio: textOrNull(sent, 'bio', 500) }),
      ...(sent.emailNotifications !== undefined && { emailNotifications: body.flag('emailNotifications') }),
    };
    return context.json(Object.assign(caller(forum, context), changes));
  });
}

function create(): Hono {
  const forum = newForum();
  const app = new Hono().basePath('/api');
  answerErrors(app, (status, message) => ({ status, message }));
  app.use(async (context, next) => {
    caller(forum, context);
    await next();
  });
  for (const add of [addCategories, addThreads, addPosts, addProfile]) add(app, forum);
  return app;
}

export const forum = referenceServer(import.meta.dirname, {
  name: 'forum',
  style: 'members who read all and change their own, likes by PUT and DELETE, switches as sub-resources, page objects',
  document: 'openapi.yaml',
  personas: [
    { name: 'Alma', description: 'Member: can read everything, post, and change what she wrote.', authType: 'BEARER' },
    { name: 'Bruno', description: 'Can read everything and post, may not change what Alma wrote.', authType: 'BEARER' },
    { name: 'Guest', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: { AUTH_ALMA: '{"token":"member-alma"}', AUTH_BRUNO: '{"token":"member-bruno"}' },
  identities: { owner: { authorization: 'Bearer member-alma' }, outsider: { authorization: 'Bearer member-bruno' } },
  create,
});
