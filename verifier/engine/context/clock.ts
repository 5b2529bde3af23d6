/** Time as the engine sees it. Injected, so that tests and proofs wait for nothing. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Waits so many ms. Ends early when `cancelled` aborts meanwhile. */
  sleep: (durationMs: number, cancelled?: AbortSignal) => Promise<void>;
};

export const systemClock: Clock = {
  now: Date.now,
  sleep: (durationMs, cancelled) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        cancelled?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, durationMs);
      cancelled?.addEventListener('abort', end, { once: true });
    }),
};

/** A clock whose `sleep` returns at once and moves `now` forward by the duration. */
export function instantClock(startMs = 0): Clock {
  let now = startMs;
  return {
    now: () => now,
    sleep: async (durationMs) => {
      now += durationMs;
    },
  };
}
