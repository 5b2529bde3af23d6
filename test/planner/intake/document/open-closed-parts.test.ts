import { expect, test } from 'vitest';

import { openClosedParts } from '#planner/intake/document/open-closed-parts.ts';
import type { JsonSchema } from '#verifier/plan/plan.ts';

const closed = (name: string) => ({ properties: { [name]: { type: 'string' } }, additionalProperties: false });
const parts = { allOf: [closed('a'), closed('b')] };

function opened(schema: JsonSchema): { read: JsonSchema; told: string[] } {
  const told: string[] = [];
  const read = openClosedParts(
    schema,
    () => true,
    '/here',
    (at) => told.push(at),
  );
  return { read, told };
}

test.each(['const', 'default', 'discriminator', 'enum', 'examples', 'properties', 'required'])(
  'closed parts of an allOf are opened to each other in a property that is named as the keyword "%s"',
  (name) => {
    const { read, told } = opened({ properties: { [name]: parts } });
    const part = { properties: { a: {}, b: {} }, additionalProperties: false };
    expect(read).toMatchObject({ properties: { [name]: { allOf: [part, part] } } });
    expect(told).toEqual(['/here']);
  },
);

test.each<[string, JsonSchema]>([
  ['the value of "default"', { default: parts }],
  ['the members of the value of "const"', { const: { properties: { a: parts } } }],
  [
    'properties that are named as keywords',
    { properties: { allOf: closed('a'), $ref: closed('b'), not: closed('c') } },
  ],
])('what only looks like an allOf of closed parts stays as it is: %s', (_case, schema) => {
  expect(opened(schema)).toEqual({ read: schema, told: [] });
});
