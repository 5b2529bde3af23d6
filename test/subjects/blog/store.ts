import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { bodyOf, refuse } from '../request.ts';
import type { Body } from '../request.ts';

export type ArticleForm = { title: string; description: string | null; body: string; tag_list: string[] };
type Article = ArticleForm & {
  id: number;
  slug: string;
  author: string;
  published_at: string | null;
  favorites: Set<string>;
  created_at: string;
  updated_at: string;
};
export type Comment = { id: number; article: number; author: string; body: string; created_at: string };
type Profile = { username: string; bio: string | null; image: string | null };
/** Says what is wrong with a value, if anything is. */
type Rule = (value: unknown) => string | undefined;
export type Store = ReturnType<typeof newStore>;

const TOKENS = new Map([
  ['Token 4f1c8a6e0b7d', 'maria'],
  ['Token 9d03e5b72c1a', 'jonas'],
]);
export const PROFILES: Profile[] = [
  { username: 'maria', bio: 'Writes about gardens.', image: 'https://img.example.com/authors/maria.jpg' },
  { username: 'jonas', bio: null, image: null },
];
const TAG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const textUpTo =
  (most: number): Rule =>
  (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (!/\S/.test(value)) return "can't be blank";
    return [...value].length > most ? `is too long (maximum is ${most} characters)` : undefined;
  };
const tagRule: Rule = (value) => {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length > 10 || new Set(value).size < value.length) return 'must be up to 10 distinct tags';
  const areTags = value.every((tag) => typeof tag === 'string' && tag.length <= 30 && TAG.test(tag));
  return areTags ? undefined : 'has an invalid tag';
};
export const ARTICLE_RULES: Record<string, Rule> = {
  title: textUpTo(120),
  description: (value) => (value === null ? undefined : textUpTo(300)(value)),
  body: textUpTo(50_000),
  tag_list: tagRule,
};

export const now = () => new Date().toISOString();

export function unprocessable(errors: Record<string, string[]>): never {
  throw new HTTPException(422, { cause: errors });
}

/** The attributes below the root key; those without a rule are dropped. */
export async function permitted(context: Context, root: string, rules: Record<string, Rule>, required: string[]) {
  const sent = (await bodyOf(context))[root];
  const isSent = typeof sent === 'object' && sent !== null && !Array.isArray(sent) && Object.keys(sent).length > 0;
  if (!isSent) refuse(400, `param is missing or the value is empty or invalid: ${root}`);
  const attributes: Body = {};
  const errors: Record<string, string[]> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = (sent as Body)[name];
    const wrong = value === undefined ? undefined : rule(value);
    if (value !== undefined) attributes[name] = value;
    if (wrong !== undefined) errors[name] = [value === null ? "can't be blank" : wrong];
    if (value === undefined && required.includes(name)) errors[name] = ["can't be blank"];
  }
  return Object.keys(errors).length > 0 ? unprocessable(errors) : attributes;
}

export function newStore() {
  const articles = new Map<number, Article>();
  const comments = new Map<number, Comment>();
  const follows = new Map(PROFILES.map(({ username }) => [username, new Set<string>()]));
  const all = () => [...articles.values()];
  const me = (context: Context) =>
    TOKENS.get(context.req.header('authorization') ?? '') ?? refuse(401, 'Sign in first');
  const profile = (username: string | undefined, viewer: string) => {
    const found = PROFILES.find((one) => one.username === username) ?? refuse(404, 'Author not found');
    const followers = follows.get(found.username) ?? new Set<string>();
    const articles_count = all().filter(({ author }) => author === username).length;
    return { ...found, following: followers.has(viewer), followers_count: followers.size, articles_count };
  };
  return {
    articles,
    comments,
    follows,
    all,
    me,
    profile,
    find: (context: Context): Article =>
      all().find(({ slug }) => slug === context.req.param('slug')) ?? refuse(404, 'Article not found'),
    shown: ({ favorites, ...article }: Article, viewer: string) => ({
      ...article,
      status: article.published_at === null ? 'draft' : 'published',
      favorited: favorites.has(viewer),
      favorites_count: favorites.size,
      comments_count: [...comments.values()].filter((one) => one.article === article.id).length,
      author: profile(article.author, viewer),
    }),
  };
}
