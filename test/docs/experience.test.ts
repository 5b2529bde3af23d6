import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Row = { expects: string; verdict: string; held: string };
const rows = read('docs/experience.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what users'))
  .map((line): Row => {
    const [, expects = '', , , verdict = '', held = ''] = line.split('|').map((cell) => cell.trim());
    return { expects, verdict, held };
  });

/** Published by a maintainer or translated by people; the console is a product of its own. */
const MAY_TRAIL = ['localisation', 'brew and scoop publication', 'web console'];

it('every row of docs/experience.md is even or ahead, but those that may trail', () => {
  expect(rows.length).toBeGreaterThan(30);
  const trailing = rows.filter(({ verdict }) => !['even', 'ahead'].includes(verdict));
  expect(trailing.map(({ expects }) => expects).toSorted()).toEqual(MAY_TRAIL.toSorted());
});

it.each(rows.filter(({ expects, held }) => held !== '' || !MAY_TRAIL.includes(expects)))(
  'docs/experience.md, "$expects": the test that holds it is there',
  ({ held }) => {
    const [, file = '', title = ''] = /^`(test\/\S+\.test\.ts)`: (.+)$/.exec(held) ?? [];
    const titles = [...read(file).matchAll(/['"`]([^\n'"`]{8,})/g)].map(([, text]) => text!);
    expect(titles.some((text) => text.startsWith(title))).toBe(true);
  },
);
