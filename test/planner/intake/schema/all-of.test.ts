import { describe, expect, it } from 'vitest';

import { fits } from '#planner/intake/schema/fits.ts';
import { SchemaStore } from '#planner/intake/schema/schema-store.ts';
import type { Json } from '#verifier/plan/plan.ts';

import { object, text } from '#test/small-spec.ts';
import { type Schema, valueFor } from '#test/value-for.ts';

const of = (...parts: unknown[]): Schema => ({ allOf: parts as Json[] });
const accepted = (schema: Schema, values: Json[]) => values.filter((one) => fits(new SchemaStore({}), schema, one));

describe('a value satisfies every part of an allOf', () => {
  const lowerCase = { type: 'string', pattern: '^[a-z]+$' };
  const nineOrTen = { type: 'string', pattern: '^.{9,10}$' };

  it.each([of(lowerCase, nineOrTen), of(nineOrTen, lowerCase)])('the patterns of both: %j', (schema) => {
    expect(accepted(schema, ['abc', '123456789', 'abcdefghi'])).toEqual(['abcdefghi']);
    expect(valueFor(schema)).toMatch(/^[a-z]{9,10}$/);
  });

  it('patterns that match anywhere in the text', () => {
    const schema = of({ type: 'string', pattern: '[0-9]' }, { type: 'string', pattern: '[a-z]' });
    expect(accepted(schema, ['1', 'a', 'a1', '1a'])).toEqual(['a1', '1a']);
    expect(accepted(schema, [valueFor(schema)])).toHaveLength(1);
  });

  it('a number that both steps divide', () => {
    const whole = { type: 'integer', minimum: 1 };
    expect(valueFor(of({ ...whole, multipleOf: 4 }, { multipleOf: 6 }))).toBe(12);
    expect(accepted(of({ type: 'number', multipleOf: 0.25 }, { multipleOf: 0.1 }), [0.25, 0.1, 0.5])).toEqual([0.5]);
  });

  it('an object that both enums list, whatever the order of its members', () => {
    const schema = of(
      {
        enum: [
          { x: 1, y: 1 },
          { x: 2, y: 2 },
        ],
      },
      { enum: [{ y: 2, x: 2 }] },
    );
    expect(valueFor(schema)).toEqual({ x: 2, y: 2 });
  });

  it('one alternative of each part', () => {
    const contact = { anyOf: [{ required: ['email'] }, { required: ['phone'] }] };
    const payer = { oneOf: [{ required: ['iban'] }, { required: ['card'] }] };
    const members = object({ email: text, phone: text, iban: text, card: text });
    for (const schema of [of(members, contact, payer), { ...members, ...payer, allOf: [contact] }]) {
      expect(accepted(schema as Schema, [{ email: 'a' }, { iban: 'b' }])).toEqual([]);
      expect(accepted(schema as Schema, [{ phone: 'a', iban: 'b' }])).toHaveLength(1);
    }
  });

  it('no member that a part forbids', () => {
    const schema = of(object({ name: text, legacy: text }, ['name']), { properties: { legacy: false } });
    expect(Object.keys(valueFor(schema) as object)).toEqual(['name']);
  });
});
