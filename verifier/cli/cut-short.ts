import type { RunIo } from './cli-io.ts';
import { TransportError, type Send } from '../transport/send.ts';

/**
 * Returns a `send` and a `clock` that end at once when `cut` aborts: requests fail with TIMEOUT, pauses end. An
 * interrupted run may tear down until then.
 */
export function cutShort(cut: AbortSignal, send: Send, clock: RunIo['clock']): { send: Send; clock: RunIo['clock'] } {
  return {
    // One listener per request, removed with its response. A shared promise would keep all responses in memory.
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
