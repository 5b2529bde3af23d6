import { TransportError, type Send, type WireRequest, type WireResponse } from './send.ts';

/** A server in the same process; may throw TransportError to play a broken connection. */
export type MemoryHandler = (request: WireRequest) => WireResponse | Promise<WireResponse>;

/** Answers from a handler function: no sockets, no time. */
export function memorySend(handler: MemoryHandler): Send {
  return async (request) => {
    if (!URL.canParse(request.url)) throw new TransportError('MALFORMED', `"${request.url}" is not a URL`);
    return handler(request);
  };
}
