import { expect, test } from 'vitest';
import { toldChoices } from '#planner/intake/schema/told-choices.ts';

test.each([
  ['Supports `RS256`, `ES256`, and `HS256`.', ['RS256', 'ES256', 'HS256']],
  ['Valid values are "enc" and "sig".', ['enc', 'sig']],
  ['One of `a` or `b`', ['a', 'b']],
  ['Supports `gzip`.', []],
  ['The `name`, `id` and `kind` of a thing', []],
  ['Supports transfers. See `a` and `b`.', []],
])('%s lists the choices %j', (description, choices) => {
  expect(toldChoices(description)).toEqual(choices);
});
