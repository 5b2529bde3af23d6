import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGrantsTable } from '../support/grants-table.ts';
import { grants } from '../support/grants.ts';
import { read, root } from './repository.ts';

const rows = readGrantsTable(read('docs/grants.md').text);
const keyOf = ({ role, right }: { role: string; right: string }): string => `${role} ${right}`;

/** What the table lacks, and what it has too much. */
const differences = (given: readonly { role: string; right: string }[]): string[] => {
  const wanted = new Set(given.map(keyOf));
  const found = new Set(rows.map(keyOf));
  return [
    ...[...wanted].filter((key) => !found.has(key)).map((key) => `no row for ${key}`),
    ...[...found].filter((key) => !wanted.has(key)).map((key) => `no such right: ${key}`),
  ];
};

test('docs/grants.md has a row for every right of every role; run npm run grants -- <test files>', () => {
  expect(differences(grants)).toEqual([]);
  expect(rows.length).toBe(grants.length);
});

test('every right has a test that uses it, in a file that exists; else split its capability, or test it', () => {
  // A deployment runs what lies in test/api and test/aws.
  expect(rows.filter(({ file }) => !/^test\/(api|aws)\//.test(file) || !existsSync(join(root, file)))).toEqual([]);
});

test('a planted right without its row is found', () => {
  expect(differences([...grants, { role: 'getMe', right: 'secrets:encrypt' }])).toEqual([
    'no row for getMe secrets:encrypt',
  ]);
});
