import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './scenario.ts';

const [firstPauseMs, longestPauseMs, patienceMs] = [20, 1000, 60_000];

/**
 * Asks until the body is the end, ever less often, to once a second: a FREE tenant has no more requests than that, and a slow machine would
 * use them up. Throws at once where the answer is no success, and after a minute, with the answer.
 */
export const askUntil = async <B>(ask: () => Promise<Answer<B>>, isEnd: (body: B) => boolean): Promise<B> => {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const { status, body, text } = await ask();
    if (status !== 200) throw new Error(`answered ${status}: ${text}`);
    if (isEnd(body)) return body;
    if (performance.now() > deadline) throw new Error(`after ${patienceMs / 1000} s still ${text}`);
    await wait(pauseMs);
  }
};
