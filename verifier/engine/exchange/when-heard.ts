import type { RunContext } from '../context/run-context.ts';

/**
 * Pauses of a whole run before a busy target is asked once more when nothing else runs, in ms: it may still work off
 * what it was asked for before.
 */
export const PATIENCE_MS = [1000, 2000, 4000];
/** The same for teardown requests. */
export const TEARDOWN_PATIENCE_MS = [500, 1000, 2000, 4000];

/**
 * Asks until the target is heard to have had time (`ask` resolves to true), or the `pauses` are used up: then nothing
 * more is asked.
 */
export async function whenHeard(run: RunContext, pauses: number[], ask: () => Promise<boolean>): Promise<void> {
  while (pauses.length > 0 && !run.stop?.aborted) {
    if (await ask()) return;
    await run.clock.sleep(pauses.shift() ?? 0, run.stop);
  }
}
