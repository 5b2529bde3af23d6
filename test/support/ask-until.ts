import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './scenario.ts';

const [firstPauseMs, longestPauseMs, patienceMs] = [20, 1000, 60_000];

/**
 * Asks until the body of a success is the end, ever less often, to once a second: a FREE tenant has no more requests than that, and a slow
 * machine would use them up. Throws after a minute, with the last answer.
 */
export const askUntil = async <B>(ask: () => Promise<Answer<B>>, isEnd: (body: B) => boolean): Promise<B> => {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const { status, body, text } = await ask();
    if (status === 200 && isEnd(body)) return body;
    if (performance.now() > deadline) throw new Error(`after ${patienceMs / 1000} s still ${status} ${text}`);
    await wait(pauseMs);
  }
};
