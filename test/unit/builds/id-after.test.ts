import { expect, test } from 'vitest';
import { idAfter } from '#domain/builds/id-after.ts';
import { uuidV7Source } from '#functions/support/runtime.ts';

const random = (count: number): Uint8Array => new Uint8Array(count).fill(0xff);

test('ids of builds grow although the clock goes back 40 days, and follow it again once it is ahead', () => {
  let nowMs = Date.UTC(2026, 5, 1);
  // Each start of a process has a source of its own.
  const next = (earlier: string | null): string => idAfter(earlier, uuidV7Source(() => nowMs, random)());
  const first = next(null);
  nowMs -= 40 * 24 * 3600 * 1000;
  const second = next(first);
  const third = next(second);
  nowMs += 80 * 24 * 3600 * 1000;
  const fourth = next(third);
  expect([fourth, second, first, third].toSorted()).toEqual([first, second, third, fourth]);
  expect(new Set([first, second, third, fourth]).size).toBe(4);
  for (const id of [second, third])
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
