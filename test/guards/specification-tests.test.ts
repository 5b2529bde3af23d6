import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { specifiedBilling } from '../support/specified-billing.ts';
import { specifiedEndpoints, specifiedFields } from '../support/specified-resources.ts';
import { hasTitle } from './test-titles.ts';

const root = join(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/specification-tests.md'), 'utf8');

/** The rows of the specification's tables, in its own words where they are words. */
const specified: Record<string, string[]> = {
  ...specifiedBilling,
  '§5 authType': ['BEARER', 'BASIC', 'HEADER', 'HTTP_ENDPOINT', 'JS', 'NONE'],
  '§5 HTTP_ENDPOINT': [
    'url',
    'method',
    'headers',
    'body',
    'tokenPath',
    'headerName',
    'headerPrefix',
    'must return JSON',
    'non-empty string',
    '30 seconds',
    'once per persona and run',
    'once, also when it fails',
  ],
  '§5 persona rule': [
    '1 personas apply when tests are generated',
    '2 no persona: unauthenticated client',
    '3 no stated capability: skipped',
  ],
  '§4 contract': [
    'run --all --base-url --json',
    'doctor',
    'result: metadata, journeys, steps',
    'result: status, details',
    'APITEST_PARAM_NAME',
    'APITEST_PARAM_NAME__PERSONA',
    'an unset variable skips, the run completes',
    'upper-snake-cased names',
    'coverage buckets',
    'the build is quick',
  ],
  '§7 verdict': [
    'NO_EXECUTABLE_PLANS',
    'FAIL_DECISIVE_ROUTE_MISSING',
    'FAIL_DECISIVE_CONTRACT',
    'FAIL_DECISIVE_PERSISTENCE',
    'INCONCLUSIVE_AUTH_REQUIRED',
    'INCONCLUSIVE_SETUP_REQUIRED',
    'INCONCLUSIVE_INPUT_CONSTRAINT',
  ],
  '§S5 goal': [
    'canary secrets: 0 hits in 8 encodings over every sink',
    '380 of 380 ciphertext swaps fail',
    'no role decrypts but those with a key of their own',
  ],
  '§S8 goal': [
    '1,000 parallel invitations: exactly the cap',
    '5,040 orders of 7 payment events, with duplicates: one state',
    'drift after reconciliation: 0',
  ],
  '§7 message': ['authenticator not configured', 'token endpoint returned status', 'token field not found or empty'],
};
const rows = [
  ...specifiedFields.map(({ resource, name }) => `§2 ${resource} | ${name}`),
  ...specifiedEndpoints.map((endpoint) => `§4 endpoint | ${endpoint}`),
  ...Object.entries(specified).flatMap(([section, names]) => names.map((name) => `${section} | ${name}`)),
];

type Named = { row: string; file: string; name: string };

const tableOf = (text: string): Named[] =>
  [...text.matchAll(/^\| (§\S+ [^|]+) \| ([^|]+) \| (test\/\S+) \| (.+) \|$/gm)].map((match) => ({
    row: `${match[1]} | ${match[2]}`,
    file: match[3]!,
    name: match[4]!,
  }));

/** What is wrong with the table: rows without a test, rows that are none, tests that are not there. */
const faultsOf = (text: string): string[] => {
  const table = tableOf(text);
  const named = new Set(table.map(({ row }) => row));
  return [
    ...rows.filter((row) => !named.has(row)).map((row) => `no test for ${row}`),
    ...table.filter(({ row }) => !rows.includes(row)).map(({ row }) => `no such row: ${row}`),
    ...table
      .filter(({ file, name }) => !isNamedIn(file, name))
      .map(({ file, name }) => `${file} has no test "${name}"`),
  ];
};

const isNamedIn = (file: string, name: string): boolean => {
  const path = join(root, file);
  return hasTitle(existsSync(path) ? readFileSync(path, 'utf8') : '', name);
};

test('every row of the specification names a test that exists', () => {
  expect(faultsOf(document)).toEqual([]);
});

test('a planted row without its test, a test that is not there and a surplus row are found', () => {
  const lines = document.split('\n');
  const at = lines.findIndex((line) => line.startsWith('| §5 authType | JS |'));
  const planted = lines.toSpliced(
    at,
    1,
    '| §5 authType | COOKIE | test/verifier/auth/authenticator.test.ts | no such test |',
  );
  expect(faultsOf(planted.join('\n'))).toEqual([
    'no test for §5 authType | JS',
    'no such row: §5 authType | COOKIE',
    'test/verifier/auth/authenticator.test.ts has no test "no such test"',
  ]);
});

test('every endpoint of the specification is in the registry', () => {
  const served = registry.map(({ method, path }) => `${method} ${path}`);
  expect(specifiedEndpoints.filter((endpoint) => !served.includes(endpoint))).toEqual([]);
  expect(specifiedEndpoints).toHaveLength(20);
});
