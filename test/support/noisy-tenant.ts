import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from './scenario.ts';

/** One request of a caller, as the account at hand serves it. */
export type Get = (caller: Caller, path: string) => Promise<{ status: number; headers: Record<string, string> }>;

/** Answers with how to end the noise; that gives how often each status was answered. */
export type Noise = () => () => Promise<Record<number, number>>;

/** So many callers of one tenant wait so long for events, over and over, and keep to Retry-After. */
export const noiseOf =
  (get: Get, owner: Caller, { callers, waitSeconds }: { callers: number; waitSeconds: number }): Noise =>
  () => {
    const ending = new AbortController();
    const answered: Record<number, number> = {};
    const call = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        const { status, headers } = await get(owner, `/api/v1/events?waitSeconds=${waitSeconds}`);
        answered[status] = (answered[status] ?? 0) + 1;
        const pauseMs = status === 200 ? 0 : Number(headers['retry-after'] ?? 0.5) * 1000;
        await wait(pauseMs, undefined, ending).catch(() => {});
      }
    };
    const all = Promise.all(Array.from({ length: callers }, call));
    return async () => {
      ending.abort();
      await all;
      return answered;
    };
  };

type Seen = { alone: number; beside: number; refused: number; noise: Record<number, number> };

/**
 * The p95 of a quiet tenant's reads alone and beside the noise by a clock of ms, how many of them were answered 503, and what the noise was
 * answered. Both are measured in turns, so that whatever else the machine does slows both alike.
 */
export const compareBeside = async (
  read: () => Promise<{ status: number }>,
  noise: Noise,
  { rounds, readsARound, now }: { rounds: number; readsARound: number; now: () => number },
): Promise<Seen> => {
  const seen = { alone: [] as number[], beside: [] as number[], refused: 0, noise: {} as Record<number, number> };
  const readInto = async (times: number[]): Promise<void> => {
    for (let count = 0; count < readsARound; count++) {
      const begun = now();
      const { status } = await read();
      times.push(now() - begun);
      if (status === 503) seen.refused += 1;
    }
  };
  // What both ask for has processes then.
  await Promise.all([readInto([]), noise()()]);
  for (let round = 0; round < rounds; round++) {
    await readInto(seen.alone);
    const end = noise();
    // All have asked by then, and hold what they can or wait for their next try.
    await wait(1000);
    await readInto(seen.beside);
    for (const [status, count] of Object.entries(await end()))
      seen.noise[Number(status)] = (seen.noise[Number(status)] ?? 0) + count;
  }
  return { ...seen, alone: p95(seen.alone), beside: p95(seen.beside) };
};

const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;
