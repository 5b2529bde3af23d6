import { expect, test } from 'vitest';
import { MOST_IMPORTERS, quickTests } from '../../../scripts/quick/quick-tests.ts';

const ALIASES = { '#planner/': 'planner/' };
const importing = (path: string, to: string) => ({ path, text: `import { a } from '${to}';\n` });
const TESTS = [
  importing('test/unit/runs/a.test.ts', '#planner/other.ts'),
  importing('test/planner/by-alias.test.ts', '#planner/lists/paging-of.ts'),
  importing('test/planner/by-path.test.ts', './small-spec.ts'),
  importing('test/api/paging-of.test.ts', '#planner/other.ts'),
  importing('test/api/elsewhere.test.ts', '#planner/other.ts'),
  importing('test/planner/lists/totals.test.ts', '#planner/other.ts'),
];

test('unit tests run whatever changed', () => {
  expect(quickTests([], TESTS, ALIASES)).toEqual({ chosen: ['test/unit/runs/a.test.ts'], leftOut: [] });
});

test.each([
  [
    'planner/lists/paging-of.ts',
    ['test/planner/by-alias.test.ts', 'test/api/paging-of.test.ts', 'test/planner/lists/totals.test.ts'],
  ],
  ['test/planner/small-spec.ts', ['test/planner/by-path.test.ts']],
  ['test/api/elsewhere.test.ts', ['test/api/elsewhere.test.ts']],
])(
  '%s runs the tests that import it, that bear its name, that stand in its folder, or that it is',
  (path, expected) => {
    expect(quickTests([path], TESTS, ALIASES).chosen).toEqual(['test/unit/runs/a.test.ts', ...expected]);
  },
);

test('a changed file that more than 10 test files import is named, and they do not run', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => importing(`test/api/${at}.test.ts`, '#planner/hub.ts'));
  const changed = ['planner/hub.ts'];
  expect(quickTests(changed, many(MOST_IMPORTERS), ALIASES).chosen).toHaveLength(MOST_IMPORTERS);
  expect(quickTests(changed, many(MOST_IMPORTERS + 1), ALIASES)).toEqual({
    chosen: [],
    leftOut: [{ path: 'planner/hub.ts', tests: MOST_IMPORTERS + 1 }],
  });
});
