import { basename, dirname } from 'node:path';
import { type Aliases, importsOf, targetOf } from '../../test/guards/import-law.ts';
import type { SourceFile } from '../../test/guards/repository.ts';

/** Where more test files import a changed file, they are too many for a minute. */
export const MOST_IMPORTERS = 10;

const ALWAYS = /^test\/(unit|golden)\//;

/** Sources whose tests stand in the folder of the same path below test/. */
const MIRRORED = /^(planner|verifier)\//;

/** Test files to run, and changed files whose tests are too many to run here. */
export type QuickTests = { chosen: string[]; leftOut: { path: string; tests: number }[] };

/**
 * Chooses the tests for a minute: unit tests and golden plans, test files that changed, those named after a changed file, those in the
 * folder of its path below test/ (planner and engine), and those that import one. Paths are from the root.
 */
export function quickTests(changed: readonly string[], tests: readonly SourceFile[], aliases: Aliases): QuickTests {
  const targets = new Map(
    tests.map((file) => [file.path, importsOf(file).map((to) => targetOf(file.path, to, aliases))]),
  );
  const importing = changed.map((path) => ({
    path,
    tests: [...targets].flatMap(([test, to]) => (to.includes(path) ? [test] : [])),
  }));
  const names = new Set(changed.map((path) => basename(path).replace(/\.ts$/, '.test.ts')));
  const folders = new Set(changed.filter((path) => MIRRORED.test(path)).map((path) => `test/${dirname(path)}`));
  const touched = new Set([
    ...changed,
    ...importing.flatMap((one) => (one.tests.length > MOST_IMPORTERS ? [] : one.tests)),
  ]);
  return {
    chosen: [...targets.keys()].filter(
      (path) => ALWAYS.test(path) || touched.has(path) || names.has(basename(path)) || folders.has(dirname(path)),
    ),
    leftOut: importing.flatMap(({ path, tests: all }) =>
      all.length > MOST_IMPORTERS ? [{ path, tests: all.length }] : [],
    ),
  };
}
