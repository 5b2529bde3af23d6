import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { expect } from 'vitest';
import { refusedRight } from './grants-table.ts';

/** One right that a role used: a capability, or `read` or `write` with a family of partitions, and the test in which it did. */
export type Use = { role: string; right: string; file: string; test: string };

const folder = process.env['GRANTS_FOLDER'];
const noted = new Set<string>();

/** The test under way, as docs/grants.md names it; none outside of tests, in their hooks too. */
export const testUnderWay = (): Pick<Use, 'file' | 'test'> | undefined => {
  const { testPath, currentTestName: test } = expect.getState();
  if (testPath === undefined || test === undefined) return undefined;
  return { file: testPath.slice(testPath.lastIndexOf('/test/') + 1), test };
};

/** Writes down, where `npm run grants` asks for it, in which test a role used a right: each once per test file, a refusal once per test. */
export const noteUse = (role: string, right: string): void => {
  if (folder === undefined) return;
  const where = testUnderWay();
  if (where === undefined) return;
  const line = JSON.stringify({ role, right, ...where } satisfies Use);
  const key = right === refusedRight ? line : `${role} ${right} ${where.file}`;
  if (noted.has(key)) return;
  noted.add(key);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}-${threadId}.jsonl`), `${line}\n`);
};
