import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDecimals, compareDecimals, formatDecimal, parseDecimal } from '../../local/table/decimal.ts';

test.each([
  ['5.0', '5'],
  ['-0', '0'],
  ['.5', '0.5'],
  ['1e21', '1000000000000000000000'],
  ['12.3400E-3', '0.01234'],
  ['-1E-9', '-0.000000001'],
  ['99999999999999999999999999999999999999', '99999999999999999999999999999999999999'],
])('%s is kept as %s', (text, kept) => {
  expect(formatDecimal(parseDecimal(text))).toBe(kept);
});

test.each(['', '-', 'e5', '1e', '0x1', 'NaN', '1e126', '1e-131', '1'.repeat(39)])('%s is refused', (text) => {
  expect(() => parseDecimal(text)).toThrow(expect.objectContaining({ name: 'ValidationException' }));
});

test('sums and order are exact', () => {
  const ofCents = (cents: bigint) => parseDecimal(`${cents}e-2`);
  const cents = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      expect(addDecimals(ofCents(one), ofCents(other))).toEqual(ofCents(one + other));
      expect(Math.sign(compareDecimals(ofCents(one), ofCents(other)))).toBe(one < other ? -1 : one > other ? 1 : 0);
      expect(parseDecimal(formatDecimal(ofCents(one)))).toEqual(ofCents(one));
    }),
    { seed: 5 },
  );
});
