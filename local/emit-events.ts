import type { ServerResponse } from 'node:http';
import { eventOf } from '#http/event-stream.ts';
import type { RawRequest } from '#http/operation.ts';

type Answer = { status: number; body: string | Uint8Array };

/** Writes events as soon as they are there; `end` writes what is left of the whole answer. */
export const emitEvents = (
  response: ServerResponse,
): { emit: NonNullable<RawRequest['emit']>; end: (answer: Answer) => void } => {
  let written = 0;
  return {
    emit: (textSoFar, headers) => {
      if (!response.headersSent) response.writeHead(200, headers);
      response.write(textSoFar.slice(written));
      written = textSoFar.length;
    },
    // A status that was sent cannot be taken back: a failure behind it is an event.
    end: ({ status, body }) =>
      void response.end(status === 200 ? String(body).slice(written) : eventOf('problem', String(body))),
  };
};
