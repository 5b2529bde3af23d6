import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { REGISTRIES, type Registry } from '../../clients/rules/registries.ts';
import { rulesPage } from '../../clients/rules/rules-page.ts';
import { read, sourceFiles } from './repository.ts';
import { misplacedTests, ruleViolations, unnamedFiles } from './registry-law.ts';

const files = sourceFiles(['planner', 'verifier', 'clients']);
const tests = sourceFiles(['test']).filter(({ path }) => path.endsWith('.test.ts'));
const folders = new Set(files.map(({ path }) => posix.dirname(path)));
const [shapes] = REGISTRIES as [Registry];
const [first] = shapes.rules as [Registry['rules'][number]];

const planted = (change: Partial<typeof first>): string[] =>
  ruleViolations([{ ...shapes, rules: [{ ...first, ...change }] }], tests);

test('every rule has an id of its own, a title, a term, an example and a test', () => {
  expect(REGISTRIES.flatMap(({ rules }) => rules).length).toBeGreaterThan(150);
  expect(ruleViolations(REGISTRIES, tests)).toEqual([]);
});

test('every file in the folder of a registry is named by one of its arrays', () => {
  expect(unnamedFiles(REGISTRIES, files)).toEqual([]);
});

test('docs/rules.md is what the registries say; run npm run rules', () => {
  expect(read('docs/rules.md').text === rulesPage(REGISTRIES), 'docs/rules.md is stale: run npm run rules').toBe(true);
});

test('a planted change of a rule makes docs/rules.md stale', () => {
  const changed = [
    { ...shapes, rules: [{ ...first, title: 'Other' }, ...shapes.rules.slice(1)] },
    ...REGISTRIES.slice(1),
  ];
  expect(rulesPage(changed)).not.toBe(read('docs/rules.md').text);
});

test.each([
  ['a rule without a title', { title: ' ' }, 'create/echo has no title: say in one sentence what it does'],
  ['a rule without a term', { terms: [''] as [string] }, 'create/echo has no term: name a standard or a glossary word'],
  ['a rule without an example', { example: '' }, 'create/echo has no example: write the requests and answers'],
  [
    'a rule whose test is not there',
    { test: 'planner/nowhere' },
    'create/echo names the test "planner/nowhere", and there is no test/planner/nowhere.test.ts: name the file that tests it',
  ],
  [
    'a rule whose test has another title',
    { testTitle: 'no such title' },
    'create/echo names the title "no such title", which test/planner/journeys/shapes/shapes.test.ts has not: name the test of the rule',
  ],
  [
    'a row without a test of its number',
    { test: 'verifier/verdicts/rows/rows-01-to-12', testTitle: 'row 99' },
    'create/echo names the title "row 99", which test/verifier/verdicts/rows/rows-01-to-12.test.ts has not: name the test of the rule',
  ],
  ['an id without a topic', { id: 'Echo' }, 'Echo is no id: write topic/name in small letters and hyphens'],
])('planted: %s is found', (_what, change, line) => {
  expect(planted(change)).toEqual([line]);
});

test('every test of the planner and the engine stands in the folder of what it guards', () => {
  const paths = tests.map(({ path }) => path);
  expect(paths.filter((path) => /^test\/(planner|verifier)\//.test(path)).length).toBeGreaterThan(200);
  expect(misplacedTests(paths, folders)).toEqual([]);
});

test('planted: a test beside all folders, and one in a folder that the sources have not, are found', () => {
  const planted = ['test/planner/riddle.test.ts', 'test/verifier/engine/riddles/heard-too-much.test.ts'];
  expect(misplacedTests([...planted, 'test/planner/proof/faults/mutant.test.ts'], folders)).toEqual(
    planted.map((path) => `${path} is in no folder of the sources: move it to test/ and the folder of what it tests`),
  );
});

test('planted: an id that two rules have is found', () => {
  expect(ruleViolations([{ ...shapes, rules: [first, first] }], tests)).toEqual([
    'create/echo is the id of 2 rules: give each its own',
  ]);
});

test('planted: a file that no array names, and an entry that no array names, are found', () => {
  const path = 'planner/journeys/shapes/update/planted.ts';
  const file = { path, text: "export const planted = defineShape({ id: 'update/planted' });" };
  expect(unnamedFiles(REGISTRIES, [...files, file])).toEqual([
    `${path} is in the folder of "Plan shapes", and no array names it: add its entry, or delete it`,
    `${path} defines planted, which no array of shapes.ts names: add it in its place`,
  ]);
});
