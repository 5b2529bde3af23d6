/** Time as the engine sees it; injected, so that tests and the planner's proof run at once. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Waits; units are milliseconds. */
  sleep: (durationMs: number) => Promise<void>;
};

export const systemClock: Clock = {
  now: Date.now,
  sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
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
