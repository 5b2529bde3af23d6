import type { Runtime } from './ports/runtime.ts';

const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * Waits before try number `tries` + 1 of something that others were in the way of: a random time, up to 20 ms after the first try, twice
 * as long after each further one, never more than 500 ms. Random, so that those who wait do not meet again.
 */
export const pauseBeforeRetry = (runtime: Runtime, tries: number): Promise<void> => {
  const [high = 0, low = 0] = runtime.randomBytes(2);
  const share = (high * 256 + low) / 65_536;
  return runtime.wait(share * Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)));
};
