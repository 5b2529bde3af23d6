import type { Context } from 'hono';
import { queryNumber } from '../request.ts';
import { digest, etagOf, fail, invalid, reaches, roleOf } from './model.ts';
import type { Agenda, Calendar, Event, Role, User } from './model.ts';

export const notFound = (): never => fail(404, 'Not Found', { reason: 'notFound' });

export function caller(agenda: Agenda, context: Context): User {
  const place = { locationType: 'header', location: 'Authorization' } as const;
  const header = context.req.header('authorization');
  if (header === undefined) return fail(401, 'Login Required.', { reason: 'required', ...place });
  const user = agenda.users.get(/^Bearer (.+)$/i.exec(header)?.[1] ?? '');
  return user ?? fail(401, 'Invalid Credentials', { reason: 'authError', ...place });
}

export const find = ({ calendars }: Agenda, { email }: User, id = '') => calendars.get(id === 'primary' ? email : id);

/** The calendar, for a caller with this access; a calendar without any access is not told apart from none. */
export function open(agenda: Agenda, context: Context, needed: Role, id = context.req.param('calendarId')): Calendar {
  const me = caller(agenda, context);
  const calendar = find(agenda, me, id) ?? notFound();
  const role = roleOf(calendar, me);
  if (role === 'none') notFound();
  if (reaches(role, needed)) return calendar;
  return fail(403, `You need to have ${needed} access to this calendar.`, { reason: 'requiredAccessLevel' });
}

export function unchanged(context: Context, entry: Calendar | Event): void {
  const sent = context.req.header('if-match');
  if (sent === undefined || sent === '*' || sent.split(/\s*,\s*/).includes(etagOf(entry))) return;
  const place = { locationType: 'header', location: 'If-Match' } as const;
  fail(412, 'Precondition Failed', { reason: 'conditionNotMet', ...place });
}

/** The token names the last item shown, so that what is made or deleted meanwhile moves nothing. */
export function paged<T extends { serial: number }>(
  context: Context,
  [usual, most]: [number, number],
  found: T[],
  show: (one: T) => object,
  rank: (one: T) => number = () => 0,
) {
  const size = queryNumber(context, 'maxResults', usual, 1, most);
  const { maxResults: _, pageToken, ...filters } = context.req.query();
  const stamp = digest([context.req.path, filters]);
  const [lastRank, lastSerial] =
    pageToken === undefined ? [-Infinity, 0] : readToken(Buffer.from(pageToken, 'base64url').toString(), stamp);
  const rest = found
    .filter((one) => rank(one) > lastRank || (rank(one) === lastRank && one.serial > lastSerial))
    .toSorted((a, b) => rank(a) - rank(b) || a.serial - b.serial);
  const page = rest.slice(0, size);
  const last = rest.length > size ? page.at(-1) : undefined;
  const items = page.map(show);
  const token = last && Buffer.from(JSON.stringify([stamp, rank(last), last.serial])).toString('base64url');
  return { etag: `"${digest(items)}"`, items, ...(token && { nextPageToken: token }) };
}

function readToken(text: string, stamp: string): [number, number] {
  const [, rank, serial] = /^\["[\w-]+",(-?\d+),(\d+)\]$/.exec(text) ?? [];
  return text.startsWith(`["${stamp}",`) && rank !== undefined
    ? [Number(rank), Number(serial)]
    : invalid('Invalid page token value.', 'pageToken');
}
