import { expect, test } from 'vitest';
import type { Json } from '#verifier/plan/plan.ts';
import { mendChoices } from '#planner/intake/document/mend-choices.ts';

test.each<[string, Json[], Json[]]>([
  ['in capitals beside capitals', ['SE', false], ['SE', 'FALSE', 'NO', 'OFF']],
  ['with a capital beside texts with one', ['Maybe', true], ['Maybe', 'True', 'Yes', 'On']],
  ['in small letters beside small ones', ['perhaps', true], ['perhaps', 'true', 'yes', 'on']],
  ['in small letters beside texts of several cases', ['SE', 'de', false], ['SE', 'de', 'false', 'no', 'off']],
  ['in small letters beside digits alone', ['1', false], ['1', 'false', 'no', 'off']],
  ['in small letters beside no text', [true, false], ['true', 'yes', 'on', 'false', 'no', 'off']],
])('a boolean in a list of texts is read as each word that YAML 1.1 takes for it, %s', (_case, choices, read) => {
  const told: string[] = [];
  const mended = mendChoices({ type: 'string', enum: choices }, '/schema', (at) => told.push(at));
  expect(mended['enum']).toEqual(read);
  expect(told).toEqual(['/schema/enum']);
});
