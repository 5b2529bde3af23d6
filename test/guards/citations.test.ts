import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { citationViolations } from './citations.ts';
import { read, root, sourceFiles } from './repository.ts';

const records = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name)).length;
const pages = new Map<string, string>();
const pageOf = (path: string): string => {
  const text = pages.get(path) ?? read(path).text;
  pages.set(path, text);
  return text;
};

test('every design page and decision record that code cites is here, with that section', () => {
  const files = sourceFiles().filter(({ path }) => !path.startsWith('test/guards/'));
  expect(files.length).toBeGreaterThan(1000);
  expect(citationViolations(files, pageOf, records)).toEqual([]);
});

test.each([
  ['// Specification §99.', 'has no section 99'],
  ['// planner and verifier §4.9', 'has no section 4.9'],
  ['// see house and garden §1', 'no page of docs/design is called so'],
  ['// decision record 9999', 'there is no such record'],
])('a planted citation is found: %s', (text, finding) => {
  expect(citationViolations([{ path: 'planner/x.ts', text }], pageOf, records).join()).toContain(finding);
});
