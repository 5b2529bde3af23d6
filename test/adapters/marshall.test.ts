import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marshall, unmarshall, type Value } from '#adapters/dynamodb/marshall.ts';

/** Numbers within the range of DynamoDB (specified as 1E-130 to 9.9E+125); -0 has no form there. */
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((n) => n === 0 || (Math.abs(n) > 1e-130 && Math.abs(n) < 1e126))
  .map((n) => (n === 0 ? 0 : n));
const name = fc.string().filter((text) => text !== '__proto__');
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    number,
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.array(tie('value')),
    fc.dictionary(name, tie('value'), { noNullPrototype: true }),
  ),
}));
const attributes = fc.dictionary(name, value, { noNullPrototype: true });

describe('marshall', () => {
  it('what goes in comes out', () => {
    fc.assert(
      fc.property(attributes, (item) => {
        expect(unmarshall(marshall(item))).toStrictEqual(item);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('what a stream record carries comes out, too: binary as base64 text', () => {
    fc.assert(
      fc.property(attributes, (item) => {
        const wire = JSON.parse(
          JSON.stringify(marshall(item), (_key, held: unknown) =>
            held instanceof Uint8Array ? Buffer.from(held).toString('base64') : held,
          ),
        );
        expect(unmarshall(wire)).toStrictEqual(item);
      }),
      { seed: 8, numRuns: 200 },
    );
  });

  it('members that are undefined are left out at every depth', () => {
    expect(marshall({ a: undefined, m: { b: undefined, c: 1 } })).toEqual({ m: { M: { c: { N: '1' } } } });
  });

  it.each([
    ['NaN', { a: { b: [1, Number.NaN] } }, 'a.b[1]'],
    ['infinity', { a: Infinity }, 'a'],
    ['a date', { at: new Date(0) }, 'at'],
    ['a map', { m: new Map() }, 'm'],
    ['a bigint', { n: 1n }, 'n'],
    ['a hole', { l: [undefined] }, 'l[0]'],
    ['a function', { f: () => 1 }, 'f'],
    ['an attribute called __proto__', { m: JSON.parse('{"__proto__": 1}') }, 'm.__proto__'],
  ])('%s is refused by the name of its attribute', (_what, item, path) => {
    expect(() => marshall(item as never)).toThrow(new RegExp(`^${path.replace(/[[\].]/g, String.raw`\$&`)} is `));
  });

  it('a type that this service never writes is refused', () => {
    expect(() => unmarshall({ a: { SS: ['x'] } })).toThrow('type SS');
  });
});
