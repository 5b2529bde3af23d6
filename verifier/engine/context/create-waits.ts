import type { RunContext, Waits } from './run-context.ts';

/** So long a first attempt waits, in ms: the second one waits the whole time before anything is decisive. */
const FIRST_MS = 250;
/** A target that was late once may be so many times later. */
const LATER_THAN_SEEN = 3;

export function createWaits(): Waits {
  return { lateMs: 0 };
}

/** How long a wait of which `pausedMs` are over may still go on, in ms. */
export function remainingWaitMs({ waits }: RunContext, isFirst: boolean, pausedMs: number): number {
  return isFirst ? Math.max(0, Math.max(FIRST_MS, LATER_THAN_SEEN * waits.lateMs) - pausedMs) : Infinity;
}

/** Takes down a wait after which all was right. */
export function recordUsefulWait({ waits }: RunContext, pausedMs: number): void {
  waits.lateMs = Math.max(waits.lateMs, pausedMs);
}

/** Pauses this journey and lets others run, unless journeys run one at a time. */
export async function pauseAside({ clock, pace, stop }: RunContext, durationMs: number): Promise<void> {
  const isAside = pace.most > 1;
  if (isAside) pace.journeys.leave();
  try {
    await clock.sleep(durationMs, stop);
  } finally {
    if (isAside) await pace.journeys.enter(true);
  }
}
