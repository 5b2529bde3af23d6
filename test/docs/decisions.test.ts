import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from '../guards/repository.ts';

const folder = 'docs/decisions';

/** What is wrong with how records are numbered: from 1 on without a gap, once each, in the name of the file and in its title. */
const numberingViolations = (records: readonly { name: string; title: string }[]): string[] =>
  records.flatMap(({ name, title }, index) => {
    const number = index + 1;
    return name.startsWith(`${String(number).padStart(4, '0')}-`) && title.startsWith(`# ${number}. `)
      ? []
      : [`${name} ("${title}") stands where record ${number} is expected`];
  });

test('decision records are numbered from 1 on, each number once, in name and title', () => {
  const names = readdirSync(join(root, folder)).toSorted();
  const records = names.map((name) => ({ name, title: read(`${folder}/${name}`).text.split('\n', 1)[0] ?? '' }));
  expect(numberingViolations(records)).toEqual([]);
});

test('a number that is used twice, and a title of another number, are found', () => {
  const first = { name: '0001-access.md', title: '# 1. Access' };
  expect(numberingViolations([first, { name: '0001-more.md', title: '# 1. More' }])).toHaveLength(1);
  expect(numberingViolations([{ ...first, title: '# 2. Access' }])).toHaveLength(1);
});
