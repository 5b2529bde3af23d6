import type { Clock } from '../context/clock.ts';

/** The delay of a Retry-After header (seconds or a date), in ms. Undefined without a valid one. */
export function retryAfterMs({ now }: Clock, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now());
}
