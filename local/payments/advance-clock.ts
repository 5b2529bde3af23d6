import type { PaymentsEmulator } from './emulator.ts';

export type MovableClock = { now(): Date; setTo(ms: number): void };

/** Moves a clock on, and stops wherever something is due: it happens then, and `meanwhile` is done before the clock moves on. */
export const advanceClock = async (
  seconds: number,
  clock: MovableClock,
  emulator: PaymentsEmulator,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const end = clock.now().getTime() + seconds * 1000;
  for (;;) {
    await emulator.deliver();
    await meanwhile();
    const dueMs = (emulator.nextDueAt() ?? Number.POSITIVE_INFINITY) * 1000;
    if (dueMs > end) break;
    clock.setTo(Math.max(dueMs, clock.now().getTime()));
  }
  // A clock that goes on by itself may be past the end already.
  clock.setTo(Math.max(end, clock.now().getTime()));
  await emulator.deliver();
  await meanwhile();
};
