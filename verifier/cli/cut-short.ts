import type { RunIo } from './cli-io.ts';
import { TransportError, type Send } from '../transport/send.ts';

/**
 * `send` and `clock` that give up as soon as `cut` aborts: requests fail, pauses end. What was interrupted may take away what it made until then, and is
 * over at once after it.
 */
export function cutShort(cut: AbortSignal, send: Send, clock: RunIo['clock']): { send: Send; clock: RunIo['clock'] } {
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new TransportError('TIMEOUT', 'the run was interrupted'));
    cut.addEventListener('abort', fail, { once: true });
  });
  // It is raced with each request, and with none after the last.
  failed.catch(() => undefined);
  return {
    send: (request) => Promise.race([send(request), failed]),
    clock: {
      now: clock.now,
      sleep: (durationMs, cancelled) =>
        cut.aborted
          ? Promise.resolve()
          : clock.sleep(durationMs, cancelled === undefined ? cut : AbortSignal.any([cut, cancelled])),
    },
  };
}
