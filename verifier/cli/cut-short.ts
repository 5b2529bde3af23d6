import type { RunIo } from './cli-io.ts';
import { TransportError, type Send } from '../transport/send.ts';

/**
 * `send` and `clock` that give up as soon as `cut` aborts: requests fail, pauses end. What was interrupted may take
 * away what it made until then, and is over at once after it.
 */
export function cutShort(cut: AbortSignal, send: Send, clock: RunIo['clock']): { send: Send; clock: RunIo['clock'] } {
  return {
    // One listener a request, taken away with its answer: a promise of the whole run would keep every answer that it
    // was raced with.
    send: (request) =>
      new Promise((resolve, reject) => {
        const fail = (): void => reject(new TransportError('TIMEOUT', 'the run was interrupted'));
        if (cut.aborted) return fail();
        cut.addEventListener('abort', fail, { once: true });
        const isOver = (): void => cut.removeEventListener('abort', fail);
        send(request).then(resolve, reject).finally(isOver);
      }),
    clock: {
      now: clock.now,
      sleep: (durationMs, cancelled) =>
        cut.aborted
          ? Promise.resolve()
          : clock.sleep(durationMs, cancelled === undefined ? cut : AbortSignal.any([cut, cancelled])),
    },
  };
}
