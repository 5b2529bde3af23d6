import { expect, test } from 'vitest';
import { folderLawViolations, folderSizeViolations, MOST_IN_FOLDER } from './folder-law.ts';
import { sourceFiles } from './repository.ts';

const files = sourceFiles(['planner', 'verifier']);

test('inside the planner and the engine imports lead to lower folders only, types included', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(folderLawViolations(files)).toEqual([]);
});

test('no folder of the planner and the verifier holds more than 25 source files', () => {
  expect(folderSizeViolations(files)).toEqual([]);
});

test.each([
  [
    'planner/journeys/model/x.ts',
    "import type { A } from '../builder/undo.ts';",
    'planner/journeys/model lies below builder',
  ],
  [
    'planner/intake/json/x.ts',
    "import { a } from '../../values/choose/choose-value.ts';",
    'planner/intake lies below values',
  ],
  [
    'verifier/engine/context/x.ts',
    "import type { A } from '../run/run-plans.ts';",
    'verifier/engine/context lies below run',
  ],
  ['verifier/engine/elsewhere.ts', "import { a } from './run/run-plans.ts';", 'stands in no folder'],
])('a planted import is found: %s', (path, text, finding) => {
  expect(folderLawViolations([{ path, text }]).join()).toContain(finding);
});

test('a planted folder of 26 files is found, one of 25 is not', () => {
  const some = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `planner/x/${at}.ts`, text: '' }));
  expect(folderSizeViolations(some(MOST_IN_FOLDER))).toEqual([]);
  expect(folderSizeViolations(some(MOST_IN_FOLDER + 1)).join()).toContain('26 source files');
});
