import type { WireResponse } from '../../transport/send.ts';

/**
 * "X-Cache: HIT from edge", "Cache-Status: edge; hit", "X-Rack-Cache: fresh". RefreshHit and TCP_REFRESH_HIT asked
 * behind the cache, and so did "fwd=stale" (RFC 9211), "stale, valid", and HIT-FOR-PASS.
 */
const NAME = /(^|-)cache(-status)?$/;
const SERVED = /(?<![a-z/]|refresh_|fwd=)(hit(?!-for-|=\?0)|fresh|stale(?!, (in)?valid)|updating)(?![a-z])/i;

/**
 * True if a response came from a cache: it has an Age, a cache header, or an `Expires` earlier than `max-age` allows
 * for a fresh one. `Cache-Control` alone says nothing: many services send it with every response.
 */
export function isFromCache({ headers }: WireResponse): boolean {
  const isSaid = Object.entries(headers).some(([name, value]) => NAME.test(name) && SERVED.test(value));
  const [, maxAge] = /\bmax-age=(\d+)/i.exec(headers['cache-control'] ?? '') ?? [];
  const leftSeconds = (Date.parse(headers['expires'] ?? '') - Date.parse(headers['date'] ?? '')) / 1000;
  return Number(headers['age']) > 0 || isSaid || (leftSeconds > 0 && leftSeconds + 1 < Number(maxAge));
}
