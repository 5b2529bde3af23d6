import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prorationLine, prorationOf } from '#domain/billing/proration.ts';
import { november as period } from '../../support/subscriptions.ts';

const dayOf = (day: number): number => period.startsAt + (day - 1) * 24 * 3600;
const seats = (quantity: number, unitPriceCents = 3900) => ({ quantity, unitPriceCents });

test('a seat that comes on the 13th of 30 days costs 18 days of its month', () => {
  expect(prorationOf(seats(5), seats(6), period, dayOf(13))).toBe(2340);
});

test('each line is rounded by itself, towards minus infinity: -666.67 and 333.33 cents become -667 and 333', () => {
  const at = dayOf(21);
  expect(prorationLine(-1, seats(1, 2000), period, at)).toBe(-667);
  expect(prorationLine(1, seats(1, 1000), period, at)).toBe(333);
  expect(prorationOf(seats(1, 2000), seats(1, 1000), period, at)).toBe(-334);
});

test('a credit of 2.5 cents becomes one of 3, a charge of 2.5 cents one of 2', () => {
  const half = { startsAt: 0, endsAt: 2 };
  expect(prorationLine(-1, seats(1, 5), half, 1)).toBe(-3);
  expect(prorationLine(1, seats(1, 5), half, 1)).toBe(2);
});

test('a whole month is due from its start, nothing from its end, and no more before or after', () => {
  for (const at of [period.startsAt - 9, period.startsAt]) {
    expect(prorationLine(1, seats(3), period, at)).toBe(11_700);
    expect(prorationLine(-1, seats(3), period, at)).toBe(-11_700);
  }
  for (const at of [period.endsAt, period.endsAt + 9]) expect(prorationLine(-1, seats(3), period, at)).toBe(0);
});

test('a period without length costs nothing', () => {
  expect(prorationLine(1, seats(3), { startsAt: 5, endsAt: 5 }, 5)).toBe(0);
});

test('a sum beyond 2^53 is exact', () => {
  const third = { startsAt: 0, endsAt: 3_000_000 };
  expect(prorationLine(1, seats(2_000_000_001, 4001), third, 1_000_000)).toBe(5_334_666_669_334);
});

test('25,000 prorations: a line is less than a cent below the exact share, and one seat more never costs less', () => {
  const seconds = fc.integer({ min: period.startsAt, max: period.endsAt });
  const count = fc.integer({ min: 0, max: 500 });
  const sign = fc.constantFrom(1 as const, -1 as const);
  const length = period.endsAt - period.startsAt;
  fc.assert(
    fc.property(sign, count, fc.constantFrom(2000, 3900, 12_345), seconds, (by, quantity, unit, at) => {
      const exact = by * unit * quantity * (period.endsAt - at);
      const missing = exact - prorationLine(by, seats(quantity, unit), period, at) * length;
      const more = prorationOf(seats(quantity, unit), seats(quantity + 1, unit), period, at);
      return missing >= 0 && missing < length && more >= -1;
    }),
    { numRuns: 25_000, seed: 29 },
  );
});
