import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { expect } from 'vitest';

/** One right that a role used: a capability, or `read` or `write` with a family of partitions, and the test in which it did. */
export type Use = { role: string; right: string; file: string; test: string };

const folder = process.env['GRANTS_FOLDER'];
const noted = new Set<string>();

/** Writes down, where `npm run grants` asks for it, in which test a role used a right: each once per test file. */
export const noteUse = (role: string, right: string): void => {
  if (folder === undefined) return;
  const { testPath, currentTestName: test } = expect.getState();
  if (testPath === undefined || test === undefined) return;
  const file = testPath.slice(testPath.lastIndexOf('/test/') + 1);
  const line = JSON.stringify({ role, right, file, test } satisfies Use);
  const key = `${role} ${right} ${file}`;
  if (noted.has(key)) return;
  noted.add(key);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}-${threadId}.jsonl`), `${line}\n`);
};
