import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprintOf } from '#verifier/engine/responses/fingerprint-of.ts';
import { uniqueValue, nonceFor } from '#verifier/engine/request/unique-value.ts';
import { readPointer } from '#verifier/plan/json-pointer.ts';
import type { Comparison, Json } from '#verifier/plan/plan.ts';
import type { UniqueValue } from '#verifier/plan/unique-value.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';
import { relationOf } from '#verifier/verdicts/compare-values.ts';

test.each([
  ['workspaceId', 'WORKSPACE_ID'],
  ['orgID', 'ORG_ID'],
  ['HTTPServer2', 'HTTP_SERVER2'],
  ['read only-user', 'READ_ONLY_USER'],
  ['id', 'ID'],
])('%s stands in a variable as %s', (name, variable) => {
  expect(upperSnake(name)).toBe(variable);
});

test.each<[Json, Json | undefined, Comparison, string]>([
  ['a', 'a', 'exact', 'EQUAL'],
  [{ a: 1, b: [1] }, { b: [1], a: 1 }, 'exact', 'EQUAL'],
  ['Ab c', ' ab C ', 'exact', 'NORMALISED'],
  ['é', 'e\u0301', 'exact', 'NORMALISED'],
  [5, '5', 'exact', 'NORMALISED'],
  [12.34, '12.340', 'exact', 'NORMALISED'],
  [12.34, 12.34000015, 'exact', 'NORMALISED'],
  [12.34, 12.34000015, 'number', 'EQUAL'],
  [123456789, 123456790, 'number', 'DIFFERENT'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000+00:00', 'date-time', 'EQUAL'],
  ['2026-01-02T03:04:05Z', '2026-01-02T04:04:05+0100', 'exact', 'NORMALISED'],
  ['2026-01-02', '2026-01-02T00:00:00Z', 'exact', 'NORMALISED'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z', 'date-time', 'DIFFERENT'],
  [[1, 2], [2, 1], 'set', 'EQUAL'],
  [[1, 2], [2, 1], 'exact', 'NORMALISED'],
  [[1, 2], [1, 2, 2], 'set', 'DIFFERENT'],
  [{ a: 1 }, { a: 1, filled: true }, 'exact', 'NORMALISED'],
  [{ a: 1 }, { filled: true }, 'exact', 'DIFFERENT'],
  ['https://Example.com', 'https://example.com/', 'exact', 'NORMALISED'],
  ['https://example.com/a', 'https://example.com/b', 'exact', 'DIFFERENT'],
  ['+49 (151) 555-0199', '+491515550199', 'exact', 'NORMALISED'],
  ['+49 (151) 555-0199', '+491515550198', 'exact', 'DIFFERENT'],
  ['room 12-34-56', 'room 123456', 'exact', 'DIFFERENT'],
  ['https://', 'https://', 'exact', 'EQUAL'],
  ['https://', 'http://', 'exact', 'DIFFERENT'],
  ['a', undefined, 'exact', 'ABSENT'],
  [null, undefined, 'exact', 'NORMALISED'],
  ['a', null, 'exact', 'DIFFERENT'],
  [true, 'true', 'exact', 'DIFFERENT'],
  ['1', 'one', 'number', 'DIFFERENT'],
])('%j and %j by %s are %s', (expected, actual, compare, relation) => {
  expect(relationOf(expected, actual, compare)).toBe(relation);
});

const unique = (more: Partial<UniqueValue>): UniqueValue => ({
  stem: 'chair',
  maxLength: 40,
  charset: 'text',
  ...more,
});

test('a unique value keeps to its length, its characters and its affixes', () => {
  const charsets = fc.constantFrom('text', 'alphanumeric', 'digits' as const);
  fc.assert(
    fc.property(
      charsets,
      fc.integer({ min: 1, max: 60 }),
      fc.stringMatching(/^[a-z0-9]{0,20}$/),
      fc.nat(),
      (charset, maxLength, stem, seed) => {
        const digits = charset === 'digits' ? stem.replace(/\D/g, '') : stem;
        const value = uniqueValue(
          unique({ charset: charset as 'text', maxLength, stem: digits }),
          nonceFor(seed, 'j', 1),
        ) as string;
        expect(value.length).toBeLessThanOrEqual(maxLength);
        expect(value).toMatch(
          { text: /^[a-z0-9-]+$/, alphanumeric: /^[a-z0-9]+$/, digits: /^\d+$/ }[charset as 'text'],
        );
      },
    ),
    { seed: 1 },
  );
  expect(uniqueValue(unique({ prefix: 'me+', suffix: '@ex.org' }), 'abcd1234')).toBe('me+chair-abcd1234@ex.org');
  expect(uniqueValue(unique({ maxLength: 11 }), 'abcd1234')).toBe('ch-abcd1234');
  expect(uniqueValue(unique({ charset: 'uuid' }), 'abcd1234')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test('a unique integer keeps to its bounds', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.nat(), (minimum, width, seed) => {
      const value = uniqueValue(
        unique({ charset: 'integer', minimum, maximum: minimum + width }),
        nonceFor(seed, 'j', 1),
      );
      expect(Number.isInteger(value)).toBe(true);
      expect(value).toBeGreaterThanOrEqual(minimum);
      expect(value).toBeLessThanOrEqual(minimum + width);
    }),
    { seed: 1 },
  );
});

test('nonces differ by seed, journey and attempt', () => {
  const nonces = [nonceFor(1, 'a', 1), nonceFor(2, 'a', 1), nonceFor(1, 'b', 1), nonceFor(1, 'a', 2)];
  expect(new Set(nonces).size).toBe(4);
  expect(nonceFor(1, 'a', 1)).toBe(nonces[0]);
});

test('a pointer reads own members only', () => {
  expect(readPointer({ a: [{ 'x/y~': 1 }] }, '/a/0/x~1y~0')).toBe(1);
  expect(readPointer({}, '/constructor')).toBeUndefined();
  expect(readPointer([1], '/length')).toBeUndefined();
  expect(readPointer('text', '/0')).toBeUndefined();
  expect(readPointer(5, '')).toBe(5);
});

const answer = (body: string, status = 404) => ({ status, headers: { 'content-type': 'application/json' }, body });

test.each([
  ['paths', '{"m":"Cannot GET /a/1"}', '{"m":"Cannot POST /no-such-x/1"}', true],
  [
    'times and request ids',
    '{"t":"2026-01-02T03:04:05.678Z","id":"req_8f3a9c1b2d4e"}',
    '{"t":"2027-11-12T13:14:15Z","id":"req_0a1b2c3d4e5f"}',
    true,
  ],
  [
    'random ids that hold an id of the path',
    '{"m":"no thing 1","id":"51a9c8e2-7d14-4c1b-9f1e-2b7a1c1d1e1f"}',
    '{"m":"no thing 1","id":"0f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a"}',
    true,
  ],
  ['no word that begins with a segment', '{"m":"no aroute"}', '{"m":"no route"}', false],
  ['other words', '{"m":"no such thing"}', '{"m":"no such route"}', false],
])('fingerprints mask %s', (_name, left, right, same) => {
  expect(fingerprintOf(answer(left), 'http://h/a/1') === fingerprintOf(answer(right), 'http://h/no-such-x/1')).toBe(
    same,
  );
});

test('a fingerprint keeps a JSON key that is a segment of the path, too', () => {
  const answer = (path: string) => ({ status: 404, headers: {}, body: `{"status":404,"detail":"no route ${path}"}` });
  const [own, random] = ['/jobs/status/7', '/jobs/no-such-x/7'] as const;
  const of = (path: string) => fingerprintOf(answer(path), `http://h${path}`);
  expect(of(own)).toBe(of(random));
});

test('fingerprints tell statuses and media types apart', () => {
  const one = fingerprintOf(answer('x'), 'http://h/a');
  expect(fingerprintOf(answer('x', 410), 'http://h/a')).not.toBe(one);
  expect(fingerprintOf({ ...answer('x'), headers: { 'content-type': 'text/html' } }, 'http://h/a')).not.toBe(one);
});

test.each([
  ['path / was not found', 'path /no-such/x/y was not found', true],
  ["Cannot POST '/'.", "Cannot POST '/no-such/x/y'.", true],
  ['either/or', 'either#or', false],
])('of the path of everything, "%s" is %s on a random path: %s', (own, other, same) => {
  expect(fingerprintOf(answer(own), 'http://h/') === fingerprintOf(answer(other), 'http://h/no-such/x/y')).toBe(same);
});
