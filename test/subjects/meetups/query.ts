import type { Context } from 'hono';
import { refuse } from '../request.ts';
import type { Body } from '../request.ts';
import { invalid, momentOf } from './model.ts';

type Row = Record<string, unknown>;
export type Listing<T> = {
  search: (row: T) => string[];
  order: Record<string, (row: T) => string | number>;
  usual: string;
};

/** The object that was sent; no body at all is an empty one. */
export async function dataOf(context: Context): Promise<Body> {
  const sent = await context.req.text();
  if (sent === '') return {};
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) refuse(415, `Unsupported media type "${type}" in request.`);
  const body = parsed(sent);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? (body as Body) : invalid({ non_field_errors: ['Invalid data. Expected a dictionary.'] });
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return refuse(400, 'JSON parse error.');
  }
}

export function page(context: Context, found: Row[]) {
  const { page: number = '1', page_size: wanted } = context.req.query();
  const size = /^[1-9]\d*$/.test(wanted ?? '') ? Math.min(Number(wanted), 100) : 20;
  const last = Math.max(1, Math.ceil(found.length / size));
  const current = /^\d+$/.test(number) ? Number(number) : 0;
  if (current < 1 || current > last) refuse(404, 'Invalid page.');
  const link = (to: number) => {
    const url = new URL(context.req.url);
    if (to === 1) url.searchParams.delete('page');
    else url.searchParams.set('page', String(to));
    return String(url);
  };
  return {
    count: found.length,
    next: current < last ? link(current + 1) : null,
    previous: current > 1 ? link(current - 1) : null,
    results: found.slice((current - 1) * size, current * size),
  };
}

const badChoice = (field: string, sent: string): never =>
  invalid({ [field]: [`Select a valid choice. ${sent} is not one of the available choices.`] });

export function choice(context: Context, field: string, options: readonly string[]): string | undefined {
  const sent = context.req.query(field) || undefined;
  return sent === undefined || options.includes(sent) ? sent : badChoice(field, sent);
}

export function related<T>(context: Context, field: string, find: (id: number) => T | undefined): T | undefined {
  const sent = context.req.query(field) || undefined;
  return sent === undefined ? undefined : (find(Number(sent)) ?? badChoice(field, 'That choice'));
}

export function timeLimit(context: Context, field: string, otherwise: number): number {
  const sent = context.req.query(field) || undefined;
  if (sent === undefined) return otherwise;
  return momentOf(sent)?.getTime() ?? invalid({ [field]: ['Enter a valid date/time.'] });
}

export function searched<T>(context: Context, rows: T[], { search, order, usual }: Listing<T>): T[] {
  const words = (context.req.query('search') ?? '').toLowerCase().split(/[\s,]+/);
  const terms = (context.req.query('ordering') || usual).split(',').map((term) => {
    const name = term.replace(/^-/, '');
    const key = (Object.hasOwn(order, name) && order[name]) || badChoice('ordering', term);
    return { key, sign: term.startsWith('-') ? -1 : 1 };
  });
  const compared = (a: T, b: T) => {
    const differing = terms.find(({ key }) => key(a) !== key(b));
    if (!differing) return 0;
    return differing.key(a) < differing.key(b) ? -differing.sign : differing.sign;
  };
  const fits = (row: T) => words.every((word) => search(row).some((one) => one.toLowerCase().includes(word)));
  return rows.filter(fits).toSorted(compared);
}
