import { posix } from 'node:path';
import type { Registry } from '../../clients/rules/registries.ts';
import { importsOf } from './import-law.ts';
import type { SourceFile } from './repository.ts';
import { hasRow, hasTitle } from './test-titles.ts';

const ID = /^[a-z-]+\/[a-zA-Z0-9_-]+$/;

/** One line for each rule that lacks a part, each id that two rules have, and each test that is not there. */
export const ruleViolations = (registries: readonly Registry[], tests: readonly SourceFile[]): string[] => {
  const texts = new Map(tests.map(({ path, text }) => [path, text]));
  const rules = registries.flatMap(({ rules }) => rules);
  const counts = new Map<string, number>();
  for (const { id } of rules) counts.set(id, (counts.get(id) ?? 0) + 1);
  const twice = [...counts].flatMap(([id, count]) =>
    count > 1 ? [`${id} is the id of ${count} rules: give each its own`] : [],
  );
  const lacking = rules.flatMap(({ id, title, terms, example, test, testTitle }) => {
    const text = texts.get(`test/${test}.test.ts`);
    return [
      ...(ID.test(id) ? [] : [`${id || 'a rule'} is no id: write topic/name in small letters and hyphens`]),
      ...(title.trim() === '' ? [`${id} has no title: say in one sentence what it does`] : []),
      ...(terms.some((term) => term.trim() !== '') ? [] : [`${id} has no term: name a standard or a glossary word`]),
      ...(example.trim() === '' ? [`${id} has no example: write the requests and answers`] : []),
      ...(text === undefined
        ? [`${id} names the test "${test}", and there is no test/${test}.test.ts: name the file that tests it`]
        : isTitleIn(text, testTitle)
          ? []
          : [`${id} names the title "${testTitle}", which test/${test}.test.ts has not: name the test of the rule`]),
    ];
  });
  return [...twice, ...lacking];
};

/** Titles are texts of the file. Those of rows come from `row(13, …)` or stand in a title that begins `row N:`. */
const isTitleIn = (text: string, title: string): boolean => {
  const [, row] = /^row (\w+)$/.exec(title) ?? [];
  return row === undefined ? hasTitle(text, title) : hasRow(text, row);
};

/**
 * One line for each test of the planner and the engine that does not stand in the folder of what it guards. `folders`:
 * those of the sources.
 */
export const misplacedTests = (tests: readonly string[], folders: ReadonlySet<string>): string[] =>
  tests.flatMap((path) => {
    const folder = posix.dirname(path).replace(/^test\//, '');
    if (!/^(planner|verifier)(\/|$)/.test(folder) || OF_NO_FOLDER.has(folder)) return [];
    return folder.includes('/') && folders.has(folder)
      ? []
      : [`${path} is in no folder of the sources: move it to test/ and the folder of what it tests`];
  });

/** Tests of whole features, and the suite that each form of the runner passes. */
const OF_NO_FOLDER: ReadonlySet<string> = new Set(['planner/features', 'verifier/suite']);

/**
 * One line for each file of a registry's folder that nothing in the planner or the engine imports: an entry that no array names, or dead code.
 * And one for each `defineShape` whose name no registry file says.
 */
export const unnamedFiles = (registries: readonly Registry[], files: readonly SourceFile[]): string[] => {
  const imported = new Set(files.flatMap((file) => importsOf(file).map((to) => targetOf(file.path, to))));
  const arrays = files
    .filter(({ path }) => path.endsWith('/shapes.ts'))
    .map(({ text }) => text.replaceAll(/^import [^;]*;$/gm, ''));
  return registries.flatMap(({ folder, name }) =>
    files
      .filter(({ path }) => folder !== undefined && path.startsWith(`${folder}/`))
      .flatMap(({ path, text }) => {
        const isNamed = imported.has(path);
        const lost = [...text.matchAll(/^export const (\w+) = defineShape/gm)]
          .map(([, entry = '']) => entry)
          .filter((entry) => !arrays.some((array) => new RegExp(`\\b${entry}\\b`).test(array)));
        return [
          ...(isNamed
            ? []
            : [`${path} is in the folder of "${name}", and no array names it: add its entry, or delete it`]),
          ...lost.map((entry) => `${path} defines ${entry}, which no array of shapes.ts names: add it in its place`),
        ];
      }),
  );
};

const targetOf = (from: string, to: string): string =>
  /^#(planner|verifier)\//.test(to) ? to.slice(1) : posix.join(posix.dirname(from), to);
