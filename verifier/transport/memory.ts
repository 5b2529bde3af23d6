import { TransportError, type Send, type WireRequest, type WireResponse } from './send.ts';

/** A server in this process. May throw TransportError to imitate a broken connection. */
export type MemoryHandler = (request: WireRequest) => WireResponse | Promise<WireResponse>;

/** A `Send` that calls a handler function, without sockets and delays. Throws TransportError for an invalid URL. */
export function memorySend(handler: MemoryHandler): Send {
  return async (request) => {
    if (!URL.canParse(request.url)) throw new TransportError('MALFORMED', `"${request.url}" is not a URL`);
    return handler(request);
  };
}
