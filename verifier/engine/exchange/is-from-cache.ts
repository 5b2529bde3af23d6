import type { WireResponse } from '../../transport/send.ts';

/**
 * Header names and values that show a cached response: "X-Cache: HIT from edge", "Cache-Status: edge; hit",
 * "X-Rack-Cache: fresh". Not RefreshHit, "fwd=stale" (RFC 9211), "stale, valid" and HIT-FOR-PASS, where the cache asked
 * the server.
 */
const NAME = /(^|-)cache(-status)?$/;
const SERVED = /(?<![a-z/]|refresh_|fwd=)(hit(?!-for-|=\?0)|fresh|stale(?!, (in)?valid)|updating)(?![a-z])/i;

/**
 * True if a cache answered: `Age` is over 0, a cache header says so (HIT, fresh, stale), or `Expires` is nearer than
 * `max-age`. A `Cache-Control` header alone proves nothing.
 */
export function isFromCache({ headers }: WireResponse): boolean {
  const isSaid = Object.entries(headers).some(([name, value]) => NAME.test(name) && SERVED.test(value));
  const [, maxAge] = /\bmax-age=(\d+)/i.exec(headers['cache-control'] ?? '') ?? [];
  const leftSeconds = (Date.parse(headers['expires'] ?? '') - Date.parse(headers['date'] ?? '')) / 1000;
  return Number(headers['age']) > 0 || isSaid || (leftSeconds > 0 && leftSeconds + 1 < Number(maxAge));
}
