import { setTimeout as wait } from 'node:timers/promises';
import { ServiceUnreachable } from './api-errors.ts';

const mostAttempts = 3;
const longestWaitMs = 10_000;
const busy = new Set([429, 502, 503, 504]);

/**
 * `fetch` that tries again where that cannot do anything twice: reads, replacements and requests with an idempotency key, after a broken
 * connection or while the service is busy, at most three times. Throws ServiceUnreachable, or the reason of the caller's own signal.
 */
export const fetchPatiently = async (url: URL, options: RequestInit): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === mostAttempts || !isRepeatable(options);
    const answer = await fetch(url, options).catch((error: Error) => {
      options.signal?.throwIfAborted();
      if (isLast) throw new ServiceUnreachable(url.href, error);
      return undefined;
    });
    if (answer !== undefined && (isLast || !busy.has(answer.status))) return answer;
    const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN);
    const pauseMs = Number.isFinite(seconds) ? seconds * 1000 : 250 * 2 ** attempt;
    if (answer !== undefined && pauseMs > longestWaitMs) return answer;
    await answer?.body?.cancel();
    await wait(pauseMs, undefined, options.signal ? { signal: options.signal } : {});
  }
};

const isRepeatable = ({ method = 'GET', headers }: RequestInit): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(method) || new Headers(headers).has('idempotency-key');
