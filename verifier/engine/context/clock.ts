/** Time as the engine sees it; injected, so that tests and the planner's proof run at once. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Waits; units are milliseconds. Ends early when `cancelled` aborts. */
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

/** A clock on which sleeping takes no time at all: `sleep` only moves `now` forward. */
export function instantClock(startMs = 0): Clock {
  let now = startMs;
  return {
    now: () => now,
    sleep: async (durationMs) => {
      now += durationMs;
    },
  };
}
