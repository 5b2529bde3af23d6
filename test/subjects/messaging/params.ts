import type { Context } from 'hono';
import { refuse } from './model.ts';
import type { Form } from './model.ts';

const E164 = /^\+[1-9]\d{1,14}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const INVALID = 20001;

export async function formOf(context: Context): Promise<Form> {
  const text = await context.req.text();
  const type = (context.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (text !== '' && type !== 'application/x-www-form-urlencoded')
    refuse(415, 20415, 'Unsupported Media Type: send application/x-www-form-urlencoded');
  return Object.fromEntries(new URLSearchParams(text));
}

export const valueOf = (form: Form, name: string) => (form[name] === '' ? undefined : form[name]);

/** Callers often forget to encode the plus sign, which then arrives as a space. */
const withPlus = (value: string) => value.replace(/^ /, '+');

export function phone(form: Form, name: string, codes = { missing: INVALID, wrong: INVALID }): string {
  const value = valueOf(form, name) ?? refuse(400, codes.missing, `A '${name}' phone number is required.`);
  const number = withPlus(value);
  return E164.test(number) ? number : refuse(400, codes.wrong, `The '${name}' number ${value} is not a valid number.`);
}

export function text(form: Form, name: string, most: number): string {
  const value = form[name] ?? '';
  if (value === '') refuse(400, INVALID, `${name} is required.`);
  // As the document counts: characters, not halves of them.
  return [...value].length <= most ? value : refuse(400, INVALID, `${name} is longer than ${most} characters.`);
}

export function oneOf(form: Form, name: string, options: string[]): string {
  const value = form[name] ?? '';
  return options.includes(value) ? value : refuse(400, INVALID, `${name} must be one of: ${options.join(', ')}.`);
}

export function matching(form: Form, name: string, pattern: RegExp): string {
  const value = form[name] ?? '';
  return pattern.test(value) ? value : refuse(400, INVALID, `${name} must match ${pattern.source}.`);
}

export function whole(value: string, name: string, least: number, most: number, code = INVALID): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most
    ? number
    : refuse(400, code, `${name} must be a whole number from ${least} to ${most}.`);
}

export function urlOrNull(form: Form, name: string): string | null {
  const value = form[name] ?? '';
  if (value === '') return null;
  const isUrl = /^https?:\/\//.test(value) && URL.canParse(value) && value.length <= 2048;
  return isUrl ? value : refuse(400, INVALID, `${name} is not a valid URL.`);
}

export function moment(form: Form, name: string): number {
  const value = form[name] ?? '';
  const at = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? refuse(400, INVALID, `${name} must be a date and time in ISO 8601.`) : at;
}

export const queried = (context: Context, name: string) => context.req.query(name) || undefined;

export const queriedPhone = (context: Context, name: string) => {
  const value = queried(context, name);
  return value === undefined ? undefined : withPlus(value);
};

export function queriedDay(context: Context, name: string): string | undefined {
  const value = queried(context, name);
  if (value === undefined) return undefined;
  const at = DAY.test(value) ? Date.parse(value) : Number.NaN;
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
  return isDay ? value : refuse(400, INVALID, `${name} must be a date as YYYY-MM-DD.`);
}

export function queriedOption(context: Context, name: string, options: string[]): string | undefined {
  const value = queried(context, name);
  return value === undefined ? undefined : oneOf({ [name]: value }, name, options);
}

/** One page of a list, under the name of what it lists. */
export function paged(context: Context, name: string, found: object[]) {
  const size = whole(queried(context, 'PageSize') ?? '50', 'PageSize', 1, 1000, 20007);
  const page = whole(queried(context, 'Page') ?? '0', 'Page', 0, 2 ** 31 - 1);
  const start = page * size;
  const shown = found.slice(start, start + size);
  const uriOf = (number: number) => {
    const { pathname, searchParams } = new URL(context.req.url);
    searchParams.set('PageSize', String(size));
    searchParams.set('Page', String(number));
    return `${pathname}?${searchParams}`;
  };
  return context.json({
    [name]: shown,
    page,
    page_size: size,
    start,
    end: Math.max(start, start + shown.length - 1),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    next_page_uri: found.length > start + size ? uriOf(page + 1) : null,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
  });
}
