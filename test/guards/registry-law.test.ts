import { expect, test } from 'vitest';
import { REGISTRIES, type Registry } from '../../clients/rules/registries.ts';
import { rulesPage } from '../../clients/rules/rules-page.ts';
import { read, sourceFiles } from './repository.ts';
import { ruleViolations, unnamedFiles } from './registry-law.ts';

const files = sourceFiles(['planner', 'verifier', 'clients']);
const tests = sourceFiles(['test'])
  .map(({ path }) => path)
  .filter((path) => path.endsWith('.test.ts'));
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
    'create/echo names the test "planner/nowhere", and no file ends in /planner/nowhere.test.ts: name the file that tests it',
  ],
  ['an id without a topic', { id: 'Echo' }, 'Echo is no id: write topic/name in small letters and hyphens'],
])('planted: %s is found', (_what, change, line) => {
  expect(planted(change)).toEqual([line]);
});

test('planted: a test name that two files have is found', () => {
  expect(ruleViolations([{ ...shapes, rules: [first] }], [...tests, `test/x/${first.test}.test.ts`])[0]).toContain(
    'write more of the path',
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
