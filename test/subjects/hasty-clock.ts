import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#verifier/engine/context/clock.ts';

/** For what goes on after an answer: what is asked again after more than `mostMs` is there sooner. */
export const hastyClock = (mostMs: number): Clock => ({
  now: Date.now,
  sleep: (durationMs) => sleep(Math.min(durationMs, mostMs)),
});
