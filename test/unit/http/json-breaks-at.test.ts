import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { jsonBreaksAt } from '#http/json-breaks-at.ts';

test.each([
  ['{"token": SUPERSECRET}', 10],
  ['{"a":1,}', 7],
  ['{"a":1', 6],
  ['', 0],
  ['{"a": "never ends', 17],
  ['[1, 2 3]', 6],
  ['{"a":1}{}', 7],
  ["{'a':1}", 1],
  ['{"a": "line\nbreak"}', 11],
  ['nul', 3],
  ['nil', 1],
  ['NaN', 0],
  ['[x in JSON at position 9', 1],
])('%j breaks at %d', (text, at) => {
  expect(jsonBreaksAt(text)).toBe(at);
});

test.each([
  ['the parser says where', '}', 3_000_001],
  ['the parser only quotes it', ',x', undefined],
])('a long text is parsed once where %s', (_, end, at) => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    expect(jsonBreaksAt(`[${'1'.repeat(3_000_000)}${end}`)).toBe(at);
    expect(parse).toHaveBeenCalledTimes(1);
  } finally {
    parse.mockRestore();
  }
});

test('a letter that no JSON has is found wherever it stands outside of texts', () => {
  const numbers = fc.array(fc.integer(), { minLength: 2, maxLength: 50 });
  fc.assert(
    fc.property(numbers, fc.nat(), (list, where) => {
      const text = JSON.stringify(list);
      const commas = [...text.matchAll(/,/g)].map(({ index }) => index);
      const at = commas[where % commas.length]!;
      expect(jsonBreaksAt(`${text.slice(0, at)}§${text.slice(at)}`)).toBe(at);
    }),
    { seed: 3 },
  );
});
