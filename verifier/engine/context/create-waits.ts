import type { RunContext, Waits } from './run-context.ts';

/** A first attempt may wait at least this many ms for eventual consistency. */
const FIRST_MS = 250;
/** A first attempt may wait this many times the longest wait that helped earlier in the run. */
const LATER_THAN_SEEN = 3;

export function createWaits(): Waits {
  return { lateMs: 0 };
}

/** The ms that a re-read may still wait after `pausedMs`. Infinity for a repeated attempt. */
export function remainingWaitMs({ waits }: RunContext, isFirst: boolean, pausedMs: number): number {
  return isFirst ? Math.max(0, Math.max(FIRST_MS, LATER_THAN_SEEN * waits.lateMs) - pausedMs) : Infinity;
}

/** Records the length of a wait after which the read was right. */
export function recordUsefulWait({ waits }: RunContext, pausedMs: number): void {
  waits.lateMs = Math.max(waits.lateMs, pausedMs);
}

/** Sleeps, and lends this journey's place to another one meanwhile. Keeps the place if journeys run one at a time. */
export async function pauseAside({ clock, pace, stop }: RunContext, durationMs: number): Promise<void> {
  const isAside = pace.most > 1;
  if (isAside) pace.journeys.leave();
  try {
    await clock.sleep(durationMs, stop);
  } finally {
    if (isAside) await pace.journeys.enter(true);
  }
}
