import type { RunContext } from '../context/run-context.ts';

/** Pauses in ms after each failed try at a busy target at the end of a run, when nothing else runs. */
export const PATIENCE_MS = [1000, 2000, 4000];
/** As PATIENCE_MS, for teardown requests. */
export const TEARDOWN_PATIENCE_MS = [500, 1000, 2000, 4000];

/**
 * Calls `ask` until it returns true, the pauses are used up or the run is interrupted. Waits the next of `pauses` after
 * each failure and removes it. Without any left, `ask` is not called.
 */
export async function whenHeard(run: RunContext, pauses: number[], ask: () => Promise<boolean>): Promise<void> {
  while (pauses.length > 0 && !run.stop?.aborted) {
    if (await ask()) return;
    await run.clock.sleep(pauses.shift() ?? 0, run.stop);
  }
}
