import { expect, test } from 'vitest';
import { dependencyViolations, type Manifest } from './dependencies.ts';
import { read } from './repository.ts';

const record = read('docs/decisions/0011-dependencies.md').text;

test('every package has its row in record 11 and an exact version, and there are not too many', () => {
  const manifest = JSON.parse(read('package.json').text) as Manifest;
  expect(dependencyViolations(manifest, record)).toEqual([]);
});

test('a planted package without a row, a range of versions and a package too many are found', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`@aws-sdk/client-${index}`, '1.0.0']));
  expect(dependencyViolations({ devDependencies: { 'left-pad': '1.0.0' } }, record)).toEqual([
    'left-pad has no row in record 11',
  ]);
  expect(dependencyViolations({ dependencies: { zod: '^4.0.0' } }, record)).toEqual(['zod has no exact version']);
  expect(dependencyViolations({ dependencies: many }, record)).toHaveLength(1);
});
