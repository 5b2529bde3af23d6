import type { Send, WireRequest, WireResponse } from '#verifier/transport/send.ts';
import { isRequestKey } from '../../vocabulary/identifiers.ts';

/**
 * Returns a server that answers a repeated request as before. A request repeats another if both have one idempotency
 * key, method, URL and Authorization header. Only responses with a status below 300 are remembered, in `known`.
 */
export function answeredOnce(handle: (request: WireRequest) => WireResponse, known: Map<string, WireResponse>): Send {
  return async (request) => {
    const key = Object.entries(request.headers).find(([name]) => isRequestKey(name))?.[1];
    if (key === undefined) return handle(request);
    const same = [request.method, request.url, request.headers['authorization'], key].join(' ');
    const response = known.get(same) ?? handle(request);
    if (response.status < 300) known.set(same, response);
    return response;
  };
}
