import { expect, test } from 'vitest';
import { findingOf } from '#verifier/replay/finding-of.ts';
import { read } from '#test/things-plans.ts';

const closed = { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: false };
const broken = { properties: { id: true }, additionalProperties: false };

test.each([
  ['the body', '', [], closed],
  ['a member', '/owner', ['owner'], { type: 'object', properties: { owner: closed } }],
  ['a list entry', '/data/3', ['data', '*'], { properties: { data: { type: 'array', items: closed } } }],
])('a closed object with a member too many has a replay if it is %s', (_name, pointer, at, Thing) => {
  const schemaErrors = [{ pointer, keyword: 'additionalProperties', message: 'x' }];
  const facts = { step: 'read', statusCode: 200, identitySent: true, schemaErrors };
  expect(findingOf(read(), facts, 'SCHEMA', { Thing })).toMatchObject({
    kind: 'schema',
    broken: [{ at, schema: broken }],
  });
});

test('a member that only a pattern of names allows is no member too many', () => {
  const Thing = { ...closed, patternProperties: { '^x-': { type: 'string' } } };
  const schemaErrors = [{ pointer: '', keyword: 'additionalProperties', message: 'x' }];
  const facts = { step: 'read', statusCode: 200, identitySent: true, schemaErrors };
  const schema = { ...broken, patternProperties: { '^x-': true } };
  expect(findingOf(read(), facts, 'SCHEMA', { Thing })).toMatchObject({ broken: [{ at: [], schema }] });
});
