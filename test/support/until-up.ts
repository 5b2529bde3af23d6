import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** Java or Python on a machine that does other things as well. */
const startTimeoutMs = 120_000;

/** Asks a program that was started until `ask` answers something; undefined if it ends before, or takes too long. */
export const untilUp = async <T>(child: ChildProcess, ask: () => Promise<T | undefined>): Promise<T | undefined> => {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await wait(100);
  }
  return undefined;
};
