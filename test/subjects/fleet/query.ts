import type { Context } from 'hono';
import { queryNumber, refuse } from '../request.ts';

export type SortKeys<T> = Record<string, (one: T) => number | string>;

/** The one that the path names. */
export function named<T>(context: Context, things: Map<number, T>, param: string): T {
  const id = context.req.param(param) ?? '';
  const found = /^[1-9]\d*$/.test(id) ? things.get(Number(id)) : undefined;
  return found ?? refuse(404, `There is no ${param.replace('_id', '')} ${id}`);
}

export function queryId(context: Context, name: string): number | undefined {
  return context.req.query(name) === undefined ? undefined : queryNumber(context, name, 1, 1, Number.MAX_SAFE_INTEGER);
}

export function queryOption(context: Context, name: string, options: readonly string[]): string | undefined {
  const value = context.req.query(name);
  const fits = value === undefined || options.includes(value);
  return fits ? value : refuse(400, `${name} must be one of ${options.join(', ')}`);
}

export function sorted<T>(context: Context, all: T[], keys: SortKeys<T>): T[] {
  const sort =
    queryOption(
      context,
      'sort',
      Object.keys(keys).flatMap((key) => [key, `-${key}`]),
    ) ?? 'id';
  const by = keys[sort.replace('-', '')] ?? (() => 0);
  const up = all.toSorted((a, b) => (by(a) < by(b) ? -1 : Number(by(a) > by(b))));
  return sort.startsWith('-') ? up.toReversed() : up;
}

export function page(context: Context, all: object[]): Response {
  const number = queryNumber(context, 'page', 1, 1, 1_000_000);
  const size = queryNumber(context, 'per_page', 25, 1, 100);
  const data = all.slice((number - 1) * size, number * size);
  const total_pages = Math.ceil(all.length / size);
  return context.json({ data, page: number, per_page: size, total: all.length, total_pages });
}

/** Those that the query asks for by vehicle and driver. */
export function ofPair<T extends { vehicle_id: number; driver_id: number | null }>(
  context: Context,
  all: Map<number, T>,
): T[] {
  const [vehicle, driver] = [queryId(context, 'vehicle_id'), queryId(context, 'driver_id')];
  return [...all.values()]
    .filter((one) => vehicle === undefined || one.vehicle_id === vehicle)
    .filter((one) => driver === undefined || one.driver_id === driver);
}
