import { expect, test } from 'vitest';
import { MOST_IN_LINE, proseViolations } from './prose.ts';
import { sourceFiles } from './repository.ts';

test('comments of planner, verifier and bench have at most 120 characters a line', () => {
  const files = sourceFiles(['planner', 'verifier', 'bench']);
  expect(files.length).toBeGreaterThan(500);
  expect(proseViolations(files)).toEqual([]);
});

test('a planted comment of 121 characters is found, one of 120 is not, and code is not looked at', () => {
  const of = (length: number) => [{ path: 'planner/x.ts', text: `// ${'x'.repeat(length - 3)}\n` }];
  expect(proseViolations(of(MOST_IN_LINE))).toEqual([]);
  expect(proseViolations(of(MOST_IN_LINE + 1)).join()).toContain('planner/x.ts:1 has over 120 characters');
  expect(proseViolations([{ path: 'planner/x.ts', text: `const x = '${'x'.repeat(200)}';` }])).toEqual([]);
});
