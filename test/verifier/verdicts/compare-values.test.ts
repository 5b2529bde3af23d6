import { expect, test } from 'vitest';
import type { Json } from '#verifier/plan/plan.ts';
import { relationOf, sameJson } from '#verifier/verdicts/compare-values.ts';
import { isSameWriting } from '#verifier/verdicts/same-writing.ts';

const EQUAL = 'EQUAL';
const NORMALISED = 'NORMALISED';
const DIFFERENT = 'DIFFERENT';

test.each<[Json, Json, boolean]>([
  ['a', 'a', true],
  [null, null, true],
  [0, false, false],
  [null, 0, false],
  [null, {}, false],
  [{}, null, false],
  ['a', { a: 1 }, false],
  [{ a: 1 }, 'a', false],
  [[], {}, false],
  [{}, [], false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1, 2], [1, 3], false],
  [[1], [1, 2], false],
  [[1, 2], [1], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: 1, b: 2 }, { a: 1, c: 2 }, false],
  [{ a: [{ b: null }] }, { a: [{ b: null }] }, true],
  [['0'], { '0': '0' }, false],
  [{ '0': '0', length: 1 }, ['0'], false],
])('%j and %j are the same: %s', (left, right, same) => {
  expect(sameJson(left, right)).toBe(same);
  expect(relationOf(left, right, 'exact') === EQUAL).toBe(same);
});

test.each<[string, string, string]>([
  ['#00aabb', '00aabb', EQUAL],
  ['#00AABB', '#00aabb', EQUAL],
  ['#0ab', '#00aabbff', EQUAL],
  ['#00aabb', '#00aabc', DIFFERENT],
  ['abcdef', 'ABCDEF', NORMALISED],
])('%s, which is a colour where its # says so, comes back as %s: %s', (sent, shown, relation) => {
  expect(relationOf(sent, shown, 'exact')).toBe(relation);
});

test.each<[string, string, string]>([
  ['0.5', '500m', NORMALISED],
  ['1024Mi', '1Gi', NORMALISED],
  ['2000m', '2', NORMALISED],
  ['2000m', '3', DIFFERENT],
  ['1Mi', '1M', DIFFERENT],
  ['1K', '1000', NORMALISED],
  ['1i', '1', DIFFERENT],
])('the amount %s comes back as %s: %s', (sent, shown, relation) => {
  expect(relationOf(sent, shown, 'exact')).toBe(relation);
});

test('without the prefix of a unit a text is no amount', () => {
  expect(isSameWriting('01234', '1234')).toBe(false);
  expect(isSameWriting('1.0', '1')).toBe(false);
});

test('a list that was sent with an entry twice comes back as a set, and no other list does', () => {
  expect(relationOf(['a', 'b', 'a'], ['b', 'a'], 'exact')).toBe(NORMALISED);
  expect(relationOf(['a', 'b', 'a'], ['a'], 'exact')).toBe(DIFFERENT);
  expect(relationOf(['a', 'b'], ['b', 'a', 'a'], 'exact')).toBe(DIFFERENT);
});

test('null is an empty text, and none that was sent', () => {
  expect(relationOf('', null, 'exact')).toBe(EQUAL);
  expect(relationOf('a', null, 'exact')).toBe(DIFFERENT);
  expect(relationOf(null, '', 'exact')).toBe(DIFFERENT);
});

test('what is not there is absent, unless nothing was sent', () => {
  expect(relationOf('a', undefined, 'exact')).toBe('ABSENT');
  expect(relationOf(null, undefined, 'exact')).toBe(NORMALISED);
});

test.each<[Json, string]>([
  [false, EQUAL],
  [0, EQUAL],
  ['', EQUAL],
  [[], EQUAL],
  [{}, EQUAL],
  [true, 'ABSENT'],
  [1, 'ABSENT'],
  [' ', 'ABSENT'],
  [[0], 'ABSENT'],
  [{ a: false }, 'ABSENT'],
])('%j that a server leaves out is %s: many leave out what is empty', (expected, relation) => {
  expect(relationOf(expected, undefined, 'exact')).toBe(relation);
});

test.each<[Json, Json, string]>([
  [[{ a: 1 }], [{ a: 1, id: 7 }], EQUAL],
  [[{ a: 1, b: false, c: [{ d: 2 }] }], [{ a: 1, c: [{ d: 2, e: 3 }] }], EQUAL],
  [[{ at: '2030-01-15T09:30:00Z' }], [{ at: '2030-01-15T09:30:00.000Z' }], EQUAL],
  [[{ a: 1 }], [{ a: 2, id: 7 }], DIFFERENT],
  [[{ a: 1, b: 2 }], [{ a: 1 }], DIFFERENT],
  [[{ a: 1 }], [{ a: 1 }, { a: 1 }], DIFFERENT],
  [[{ a: 1 }], [{ a: 9 }, { a: 1, id: 7 }], NORMALISED],
  [[{ a: 1 }, { a: 2 }], [{ a: 9 }, { a: 1 }], DIFFERENT],
  [[{ a: 1 }], { a: 1 }, DIFFERENT],
  [[{ a: 'X' }], [{ a: 'x' }], NORMALISED],
  [[{ a: ['x', 'y'] }], [{ a: ['y', 'x'], id: 7 }], EQUAL],
  [[{ a: ['x', 'y'] }], [{ a: ['x'] }], DIFFERENT],
  [[{ a: ['x', 'y'] }], [{ a: ['x', 'y', 'y'] }], DIFFERENT],
  [[{ a: [1, 2] }], [{ a: [2, 1] }], NORMALISED],
])('with members that the server fills in, %j and %j are %s', (expected, actual, relation) => {
  expect(relationOf(expected, actual, 'filled')).toBe(relation);
});

test.each<[Json, Json, string]>([
  ['Chair', 'chair', NORMALISED],
  ['https://example.com/hook', '*****', NORMALISED],
  [{ url: 'https://example.com/hook' }, { url: 'https://e***' }, NORMALISED],
  ['sample-value', '<redacted>', NORMALISED],
  ['c2FtcGxl', 'sample', NORMALISED],
  ['sample', 'c2FtcGxl', NORMALISED],
  ['---', '', DIFFERENT],
  ['sample-value', 'sample**', DIFFERENT],
  ['Straße', 'STRAßE', NORMALISED],
  [' chair ', 'chair', NORMALISED],
  ['ﬁn', 'fin', NORMALISED],
  ['chair', 'chairs', DIFFERENT],
  [5, '5', NORMALISED],
  ['5', 5, NORMALISED],
  ['+5', 5, NORMALISED],
  ['-5', -5, NORMALISED],
  [' 5 ', 5, NORMALISED],
  ['5.50', 5.5, NORMALISED],
  ['5.25', 5.25, NORMALISED],
  ['1e3', 1000, NORMALISED],
  ['1E+3', 1000, NORMALISED],
  ['1e-3', 0.001, NORMALISED],
  ['12e12', 12e12, NORMALISED],
  ['1e10', 1e10, NORMALISED],
  ['5x', 5, DIFFERENT],
  ['x5', 5, DIFFERENT],
  ['e5', 5, DIFFERENT],
  ['', 0, DIFFERENT],
  [true, 1, DIFFERENT],
  ['true', true, DIFFERENT],
  [[5], 5, DIFFERENT],
  [5, [5], DIFFERENT],
  [0.1, 0.100000001, NORMALISED],
  [0.1, 0.1000002, DIFFERENT],
  [0.1, 0.2, DIFFERENT],
  [2_000_000, 2_000_001, DIFFERENT],
  [1, 1.0000001, DIFFERENT],
  ['https://A.test', 'https://a.test/', NORMALISED],
  ['http://a.test', 'http://a.test/', NORMALISED],
  ['HTTP://a.test', 'http://a.test/', NORMALISED],
  ['https://a.test', 'https://b.test/', DIFFERENT],
  ['https://a.test', 'no url', DIFFERENT],
  ['ftp://a.test', 'ftp://a.test/', DIFFERENT],
  ['see https://a.test', 'see https://a.test/', DIFFERENT],
  ['+49 (30) 123-456', '4930123456', NORMALISED],
  ['(030) 123 456', '030123456', NORMALISED],
  ['4111 1111 1111 1111', '4111111111111111', NORMALISED],
  ['030 123 456', '030123457', DIFFERENT],
  ['030 123 456 ext', '030123456 ext', DIFFERENT],
  ['a30 123 456', 'a30123456', DIFFERENT],
  ['3 4', '34', DIFFERENT],
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', NORMALISED],
  ['SW1A1AA', 'SW1A 1AA', NORMALISED],
  ['SW1A1AA', 'SW1A 1AB', DIFFERENT],
  ['AA-BB-CC-DD-EE-FF', 'aa:bb:cc:dd:ee:ff', NORMALISED],
  ['0f8fad5b-d9cb-469f-a165-70867728950e', '0f8fad5bd9cb469fa16570867728950e', NORMALISED],
  ['1h', '1h0m0s', NORMALISED],
  ['12ns12ns12ns', '36ns', NORMALISED],
  ['1500us', '1.5ms', NORMALISED],
  ['12ns', '13ns', DIFFERENT],
  ['1.1h', '1h6m', NORMALISED],
  ['1.001s', '1001ms', NORMALISED],
  ['1.1h', '1h6m1ns', DIFFERENT],
  ['1000.25', '100025', DIFFERENT],
  ['sample-name', 'samplename', DIFFERENT],
  ['0  9 * * *', '0 9 * * *', NORMALISED],
  ['Salt & "pepper"', 'Salt &amp; &quot;pepper&quot;', NORMALISED],
  ['Salt & pepper', 'Salt &nope; pepper', DIFFERENT],
  ['2001:0db8:0::1', '2001:db8::1', NORMALISED],
  ['2001:db8::1', '2001:db8::2', DIFFERENT],
  ['PT90M', 'PT1H30M', NORMALISED],
  ['1h', '1h0m0s', NORMALISED],
  ['P1DT1H', 'PT25H', NORMALISED],
  ['PT1H', 'PT2H', DIFFERENT],
  ['105d0.000000001s', '2520h1ns', NORMALISED],
  ['2520h1ns', '2520h2ns', DIFFERENT],
  ['P1M', 'PT1M', DIFFERENT],
  ['#f0a', '#FF00AA', EQUAL],
  ['FF00AA', '#ff00aaff', NORMALISED],
  ['#f0a', '#ff00ab', DIFFERENT],
  ['UTC', 'Etc/UTC', NORMALISED],
  ['UTC', 'Etc/GMT+1', DIFFERENT],
  ['en', 'en-US', NORMALISED],
  ['en', 'de-DE', DIFFERENT],
  ['en', 'english', DIFFERENT],
  ['tool', 'urn:tools:tool', NORMALISED],
  ['tool', 'pooltool', DIFFERENT],
  ['tool', 'tool:other', DIFFERENT],
  ['09:30', '09:30:00', NORMALISED],
  ['09:30', '10:30:00', DIFFERENT],
])('%j that comes back as %j is %s', (expected, actual, relation) => {
  expect(relationOf(expected, actual, 'exact')).toBe(relation);
});

test.each<[string, string, string]>([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z', EQUAL],
  ['2026-01-02T03:04:05Z', '2026-01-02T04:04:05+01:00', EQUAL],
  ['2026-01-02T03:04:05Z', '2026-01-02T04:04:05+0100', EQUAL],
  ['2026-01-02T03:04:05Z', '2026-01-02T02:04:05-01:00', EQUAL],
  ['2026-01-02T03:04:05Z', '2026-01-02T04:34:05+0130', EQUAL],
  ['2026-01-02T03:04:05Z', '2026-01-02t03:04:05z', EQUAL],
  ['2026-01-02T03:04:05Z', '2026-01-02 03:04:05', EQUAL],
  ['2026-01-02T03:04:05Z', ' 2026-01-02 03:04:05 Z ', EQUAL],
  ['2026-01-02T03:04:00Z', '2026-01-02T03:04Z', EQUAL],
  ['2026-01-02T00:00:00Z', '2026-01-02', EQUAL],
  ['2026-01-02T03:04:05.250Z', '2026-01-02T03:04:05.25Z', EQUAL],
  ['2026-01-02T03:04:05.123456Z', '2026-01-02T03:04:05.123Z', EQUAL],
  ['2026-01-02T03:04:05.600Z', '2026-01-02T03:04:05Z', EQUAL],
  ['2026-01-02T03:04:05.600Z', '2026-01-02T03:04:06Z', EQUAL],
  ['2026-01-02T03:04:05.600Z', '2026-01-02T03:04:05.100Z', DIFFERENT],
  ['09:30:00Z', '09:30:00', EQUAL],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z', DIFFERENT],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05+01:00', DIFFERENT],
  ['2026-01-02', 'on 2026-01-02', DIFFERENT],
  ['2026-01-02', '2026-01-02 sharp', DIFFERENT],
  ['2026-01-02', '2026-01-03', DIFFERENT],
  ['2026-13-45', '2026-13-46', DIFFERENT],
  ['soon', 'later', DIFFERENT],
])('as instants %j and %j are %s', (expected, actual, relation) => {
  expect(relationOf(expected, actual, 'date-time')).toBe(relation);
  expect(relationOf(expected, actual, 'exact')).toBe(relation === EQUAL ? NORMALISED : relation);
});

test('an instant that is kept as the begin or the end of its day is written otherwise, any other of that day is not', () => {
  for (const kept of ['2026-01-02T00:00:00Z', '2026-01-02T23:59:59.999Z'])
    expect(relationOf('2026-01-02T10:45:00Z', kept, 'date-time')).toBe(NORMALISED);
  for (const kept of ['2026-01-02T11:45:00Z', '2026-01-03T00:00:00Z'])
    expect(relationOf('2026-01-02T10:45:00Z', kept, 'date-time')).toBe(DIFFERENT);
});

test('a number for an instant, and two that are none, are different', () => {
  expect(relationOf(5, '2026-01-02', 'date-time')).toBe(DIFFERENT);
  expect(relationOf('2026-01-02', 5, 'date-time')).toBe(DIFFERENT);
  expect(relationOf('x', 'y', 'number')).toBe(DIFFERENT);
  expect(relationOf('x', 5, 'number')).toBe(DIFFERENT);
  expect(relationOf(5, 'x', 'number')).toBe(DIFFERENT);
});

test('as numbers the writing does not count', () => {
  expect(relationOf(5, '5.0', 'number')).toBe(EQUAL);
  expect(relationOf(5, 6, 'number')).toBe(DIFFERENT);
  expect(relationOf(5, '5.0', 'set')).toBe(NORMALISED);
});

test.each<[Json, Json, string]>([
  [['a', 'b'], ['b', 'a'], EQUAL],
  [['a', 'a', 'b'], ['a', 'b', 'b'], DIFFERENT],
  [['a', 'b'], ['a', 'c'], DIFFERENT],
  [['b', 'a'], ['c', 'a'], DIFFERENT],
  [['a'], ['a', 'b'], DIFFERENT],
  [['A', 'b'], ['B', 'a'], NORMALISED],
  [['a', 'b'], 'ab', DIFFERENT],
  ['ab', ['a', 'b'], DIFFERENT],
])('as sets %j and %j are %s', (expected, actual, relation) => {
  expect(relationOf(expected, actual, 'set')).toBe(relation);
});

test.each<[Json, Json, string]>([
  [{ a: 'X' }, { a: 'x' }, NORMALISED],
  [{ a: 'X' }, { a: 'x', filled: 1 }, NORMALISED],
  [{ a: 1, none: null }, { a: 1 }, NORMALISED],
  [{ a: 1, b: 2 }, { a: 1 }, DIFFERENT],
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, DIFFERENT],
  [{ a: 1 }, { b: 1 }, DIFFERENT],
  [{ a: 1 }, [1], DIFFERENT],
  [[1], { a: 1 }, DIFFERENT],
  [{ a: 1 }, null, DIFFERENT],
  [null, { a: 1 }, DIFFERENT],
  [{}, 'text', DIFFERENT],
  [[['A']], [['a']], NORMALISED],
  [['a', 'b'], ['b', 'a'], NORMALISED],
])('%j, default-filled or written otherwise as %j, is %s', (expected, actual, relation) => {
  expect(relationOf(expected, actual, 'exact')).toBe(relation);
});
