import type { Context } from 'hono';
import { queryNumber, refuse } from '../request.ts';
import type { Repository, User } from './model.ts';
import { usersByToken } from './seed.ts';

export const BASE = '/api/v1';
export const ACTIONS = '/repos/:owner/:repo/actions';

export const caller = (context: Context): User =>
  usersByToken.get(context.req.header('authorization') ?? '') ?? refuse(401, 'Bad credentials');

export const mayRead = ({ readers, writers }: Repository, user: User) => [...readers, ...writers].includes(user);

export function repositoryOf(all: Repository[], context: Context): Repository {
  const { owner = '', repo = '' } = context.req.param();
  const wanted = `${owner}/${repo}`.toLowerCase();
  const found = all.find((one) => `${one.owner.login}/${one.name}` === wanted);
  return found && mayRead(found, caller(context)) ? found : refuse(404, 'Not Found');
}

export function writable(all: Repository[], context: Context): Repository {
  const found = repositoryOf(all, context);
  return found.writers.includes(caller(context)) ? found : refuse(403, 'Must have write access to the repository.');
}

const origin = (context: Context): string => new URL(context.req.url).origin;

export const actionsUrl = (context: Context, { owner, name }: Repository): string =>
  `${origin(context)}${BASE}/repos/${owner.login}/${name}/actions`;

export function choice<T extends string>(context: Context, name: string, options: readonly T[]): T | undefined {
  const sent = context.req.query(name);
  if (sent === undefined) return undefined;
  return options.find((option) => option === sent) ?? refuse(400, `${name} must be one of ${options.join(', ')}`);
}

/** One page of what was found, under the name that the list has in the document. */
export function paged(context: Context, name: string, found: object[]): Response {
  const page = queryNumber(context, 'page', 1, 1, Number.MAX_VALUE);
  const size = queryNumber(context, 'per_page', 30, 1, 100);
  const last = Math.max(1, Math.ceil(found.length / size));
  const link = (number: number, rel: string): string => {
    const url = new URL(context.req.url);
    url.searchParams.set('page', String(number));
    return `<${url}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(1, 'first'), link(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
  ];
  if (links.length > 0) context.header('Link', links.join(', '));
  return context.json({ total_count: found.length, [name]: found.slice((page - 1) * size, page * size) });
}
