import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createToken, isWellFormedToken, tokenDigest, tokenPrefix } from '#domain/access/token-format.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a token has the fixed form and its own checksum', () => {
  for (let round = 0; round < 1000; round++) {
    const token = createToken();
    expect(token).toMatch(/^dzy_[0-9A-Za-z]{46}$/);
    expect(isWellFormedToken(token)).toBe(true);
    expect(tokenPrefix(token)).toBe(token.slice(0, 12));
  }
});

test('no letter is likelier than another in any position', () => {
  const tokens = Array.from({ length: 20_000 }, () => createToken());
  expect(new Set(tokens).size).toBe(tokens.length);
  const expected = tokens.length / alphabet.length;
  for (let position = 4; position < 44; position++) {
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token[position]!, (counts.get(token[position]!) ?? 0) + 1);
    const chiSquare = [...alphabet].reduce(
      (sum, letter) => sum + ((counts.get(letter) ?? 0) - expected) ** 2 / expected,
      0,
    );
    // 61 degrees of freedom: beyond 130 once in 5 million positions.
    expect(chiSquare).toBeLessThan(130);
  }
});

test('any changed letter breaks the checksum, anything of another form is refused', () => {
  const token = createToken();
  for (let position = 4; position < token.length; position++) {
    const letter = alphabet[(alphabet.indexOf(token[position]!) + 1) % 62]!;
    expect(isWellFormedToken(token.slice(0, position) + letter + token.slice(position + 1))).toBe(false);
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => !isWellFormedToken(text)),
    { seed: 11 },
  );
});

test('only the digest is stored: 64 hex characters that depend on every letter', () => {
  const token = createToken();
  expect(tokenDigest(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(tokenDigest(token)).not.toBe(tokenDigest(`${token.slice(0, -1)}!`));
});
