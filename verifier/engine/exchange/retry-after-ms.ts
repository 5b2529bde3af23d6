import type { Clock } from '../context/clock.ts';

/** How long an API asks to wait, in ms, from a Retry-After header in seconds or as a date; undefined where it does not say. */
export function retryAfterMs({ now }: Clock, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now());
}
