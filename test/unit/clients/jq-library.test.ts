import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { JQ_LIBRARY } from '../../../clients/replay/jq-library.ts';

test.each([
  [{ id: 1 }, true],
  [{ 'x-note': 1 }, true],
  [{ note: 1 }, false],
])('of a closed object whose patterns allow "x-" names, %j fits: %s', (value, fits) => {
  const schema = { properties: { id: true }, patternProperties: { '^x-': true }, additionalProperties: false };
  const program = `${JQ_LIBRARY} fits(${JSON.stringify(schema)}; {})`;
  expect(JSON.parse(execFileSync('jq', [program], { input: JSON.stringify(value), encoding: 'utf8' }))).toBe(fits);
});
