import { expect, test } from 'vitest';
import { documentedChoices } from '#planner/intake/schema/documented-choices.ts';

test.each([
  ['Supports `RS256`, `ES256`, and `HS256`.', ['RS256', 'ES256', 'HS256']],
  ['Valid values are "enc" and "sig".', ['enc', 'sig']],
  ['One of `a` or `b`', ['a', 'b']],
  ['Supports `gzip`.', []],
  ['The `name`, `id` and `kind` of a thing', []],
  ['Supports transfers. See `a` and `b`.', []],
])('%s lists the choices %j', (description, choices) => {
  expect(documentedChoices(description)).toEqual(choices);
});
