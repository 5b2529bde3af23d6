import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitDocument } from '#domain/runs/split-document.ts';

const split = (text: string) => splitDocument(Buffer.from(text), 'journeys', 'id');

test('each element, and its field, is what JSON.parse finds there', () => {
  const element = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record({ id: fc.jsonValue(), 'i\\d': fc.string(), '"': fc.string() }),
  );
  fc.assert(
    fc.property(fc.array(element), fc.nat(4), (journeys, indent) => {
      const text = JSON.stringify({ metadata: { id: 'x' }, journeys, journey: ['id'] }, undefined, indent);
      const { fields, elements, elementAt, keyAt } = split(text);
      const whole = JSON.parse(text) as { journeys: unknown[] };
      expect(fields).toEqual({ ...whole, journeys: [] });
      expect(elements).toBe(journeys.length);
      for (const [index, each] of whole.journeys.entries()) {
        expect(elementAt(index)).toEqual(each);
        const isObject = typeof each === 'object' && each !== null && !Array.isArray(each);
        expect(keyAt(index)).toEqual(isObject ? (each as { id?: unknown }).id : undefined);
      }
    }),
    { seed: 7 },
  );
});

test('of a field that is there twice, or written with escapes, the last one counts, as for JSON.parse', () => {
  for (const text of [
    '{"id":"a","id":"b"}',
    '{"id":"a","i\\u0064":"b"}',
    '{"\\u0069d":"a","id":"b"}',
    '{ "id" : "b" , "ie":1}',
  ])
    expect(split(`{"journeys":[${text}]}`).keyAt(0), text).toBe((JSON.parse(text) as { id: string }).id);
});

test('what is no JSON is said to be none, with the place', () => {
  for (const text of [
    '{"journeys":[{"id" "a"}]}',
    '{"journeys":[{"id":"a"]}',
    '{"journeys":[{"id":"a"}',
    '{"journeys":[{}]}x',
  ])
    expect(() => split(text), text).toThrow(/is not valid JSON: .* at byte \d+/);
  const { elementAt, keyAt } = split('{"journeys":[{"id":tru}]}');
  for (const read of [elementAt, keyAt]) expect(() => read(0)).toThrow('not valid JSON behind byte');
});

test('64 levels are read, 65 are not', () => {
  const nested = (levels: number): string => `{"journeys":[${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}]}`;
  const within = (levels: number): string => `{"journeys":[{"a":${'['.repeat(levels - 3)}${']'.repeat(levels - 3)}}]}`;
  for (const text of [nested(64), within(64)]) expect(split(text).elements).toBe(1);
  for (const text of [nested(65), within(65)]) expect(() => split(text)).toThrow('deeper than 64 levels');
});
