import { expect, test } from 'vitest';
import { paysInProcess } from '../aws/in-process-only.ts';
import { type SourceFile, sourceFiles } from './repository.ts';

/** Files that open the emulator of the payment provider for all their tests, and that a deployment is nevertheless asked to run. */
const findPaying = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ text }) => /^const .*await open(Billing|Seats)\(/m.test(text))
    .flatMap(({ path }) => (paysInProcess.includes(path) ? [] : [path]));

test('no API test that pays is run against a deployment; name it in test/aws/in-process-only.ts', () => {
  expect(findPaying(sourceFiles(['test/api']))).toEqual([]);
});

test('a planted test that pays is found', () => {
  const planted = { path: 'test/api/planted.test.ts', text: 'const { scenario } = await openBilling();' };
  expect(findPaying([planted, { ...planted, path: paysInProcess[0]! }])).toEqual([planted.path]);
});
