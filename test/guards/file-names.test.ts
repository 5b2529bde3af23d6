import { expect, test } from 'vitest';
import { fileNameViolations, staleSubjects } from './file-names.ts';
import { sourceFiles } from './repository.ts';

const files = sourceFiles(['planner', 'verifier']);

test('a file of the planner or the engine is named after one of its exports', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(fileNameViolations(files)).toEqual([]);
  expect(staleSubjects(files)).toEqual([]);
});

test.each([
  ['planner/values/x.ts', 'export function chooseValue() {}', 'choose-value.ts'],
  ['verifier/engine/run/x.ts', 'export const MAX_RUNS = 1;', 'max-runs.ts'],
  ['planner/rules/x.ts', "export { type JsonObject } from './json.ts';", 'json-object.ts'],
])('a planted file that is named otherwise is found: %s', (path, text, name) => {
  expect(fileNameViolations([{ path, text }]).join()).toContain(name);
  expect(fileNameViolations([{ path: path.replace('x.ts', name), text }])).toEqual([]);
});
