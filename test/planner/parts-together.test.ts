import { describe, expect, it } from 'vitest';

import type { Json } from '#verifier/plan/plan.ts';

import { object, text } from './small-spec.ts';
import { type Schema, valueFor } from './value-for.ts';

const of = (...parts: Json[]): Schema => ({ allOf: parts });

describe('a value satisfies every part of an allOf', () => {
  it('no member that a part forbids', () => {
    const schema = of(object({ name: text, legacy: text }, ['name']), { properties: { legacy: false } });
    expect(Object.keys(valueFor(schema) as object)).toEqual(['name']);
  });
});
