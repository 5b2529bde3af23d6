import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesName, matchesWildcard } from '#domain/match-name.ts';

/** The textbook definition, exponential and obviously right; for short texts. */
const reference = (name: string, pattern: string): boolean => {
  if (pattern === '') return name === '';
  if (pattern[0] === '*') {
    return reference(name, pattern.slice(1)) || (name !== '' && reference(name.slice(1), pattern));
  }
  return name !== '' && name[0] === pattern[0] && reference(name.slice(1), pattern.slice(1));
};

const short = (alphabet: string) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 9 });

test('the matcher says what the textbook definition says', () => {
  fc.assert(
    fc.property(short('ab'), short('ab*').filter(Boolean), (name, pattern) => {
      expect(matchesWildcard(name, pattern)).toBe(reference(name, pattern));
    }),
    { numRuns: 3000, seed: 7 },
  );
});

test('a pattern without a star is a part for name filters, the whole for wildcards', () => {
  expect(matchesName('Checkout', 'check')).toBe(true);
  expect(matchesWildcard('Checkout', 'check')).toBe(false);
  expect(matchesWildcard('Checkout', 'CHECKOUT')).toBe(true);
  expect(matchesName('Checkout', '*check')).toBe(false);
});

test('an empty pattern matches everything, and nothing but the star is special', () => {
  expect(matchesName('x', '')).toBe(true);
  expect(matchesWildcard('x', '')).toBe(true);
  for (const pattern of ['.', '.*', '?', '[a-z]', '(a)', '%', '_', '\\w'])
    expect(matchesWildcard('a', pattern)).toBe(false);
  expect(matchesWildcard('a.b', 'a.*')).toBe(true);
});

test('composed and decomposed letters are the same', () => {
  expect(matchesName('Café', 'cafe\u0301')).toBe(true);
});

test('a hostile pattern costs pattern times name, no more', () => {
  const name = 'a'.repeat(200);
  const { user } = process.threadCpuUsage();
  for (let round = 0; round < 100; round++) expect(matchesWildcard(name, `${'*a'.repeat(20)}*b`)).toBe(false);
  expect(process.threadCpuUsage().user - user).toBeLessThan(2_000_000);
});
