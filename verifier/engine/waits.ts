import type { RunContext } from './run-context.ts';

/** So long a run waits in all for what does not come right, in ms; journeys that wait together wait once. */
const PATIENCE_MS = 10_500;
/** Of that in a first attempt, which the second one confirms. */
const FIRST_MS = 250;
/** So long each wait is, when the run has no patience left, too. */
const LEAST_MS = 100;
/** A target that was late once may be so many times later. */
const LATER_THAN_SEEN = 3;

/**
 * What all journeys of a run that wait for consistency share. `inVainMs`: how long some journey waited in vain, up to `countedMs` on the clock;
 * `lateMs`: the longest wait that was of use.
 */
export type Waits = { inVainMs: number; countedMs: number; lateMs: number };

export function noWaits(): Waits {
  return { inVainMs: 0, countedMs: 0, lateMs: 0 };
}

/** A wait that began at `sinceMs`, of which `pausedMs` were pauses; in a first attempt or in the one that confirms it. */
export type Wait = { sinceMs: number; pausedMs: number; isFirst: boolean };

/** How long a wait may still go on, in ms: as long as the run has patience, or as a target is late that came right before. */
export function mayWaitMs(run: RunContext, wait: Wait): number {
  const { inVainMs, lateMs } = run.waits;
  const patienceMs = PATIENCE_MS - inVainMs - uncountedMs(run, wait);
  const leftMs = Math.min(patienceMs, wait.isFirst ? FIRST_MS - wait.pausedMs : Infinity);
  return Math.max(0, LEAST_MS - wait.pausedMs, leftMs, LATER_THAN_SEEN * lateMs - wait.pausedMs);
}

/** Takes down what a wait came to. */
export function endWait(run: RunContext, wait: Wait, isRight: boolean): void {
  const { waits, clock } = run;
  if (isRight) {
    waits.lateMs = Math.max(waits.lateMs, wait.pausedMs);
    return;
  }
  waits.inVainMs += uncountedMs(run, wait);
  waits.countedMs = clock.now();
}

function uncountedMs({ waits, clock }: RunContext, { sinceMs }: Wait): number {
  return Math.max(0, clock.now() - Math.max(sinceMs, waits.countedMs));
}

/** A pause; meanwhile other journeys run in the place of this one, unless one at a time was asked for. */
export async function pauseAside({ clock, pace, stop }: RunContext, durationMs: number): Promise<void> {
  const isAside = pace.most > 1;
  if (isAside) pace.journeys.leave();
  try {
    await clock.sleep(durationMs, stop);
  } finally {
    if (isAside) await pace.journeys.enter(true);
  }
}
