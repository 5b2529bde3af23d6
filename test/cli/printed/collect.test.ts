import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isCommand, printedCommands } from './collect.ts';
import { HELD, MENTIONS, NOT_RUN, PRINTED } from './table.ts';

const root = join(import.meta.dirname, '../../..');
const known = [...PRINTED.map(({ command }) => command), ...Object.keys(HELD), ...NOT_RUN];

it('a command that the product prints is in the table of those that are run', () => {
  const found = printedCommands().filter(({ text }) => !MENTIONS.some((mention) => text.startsWith(mention)));
  expect(found.filter(({ text }) => !known.some((command) => isCommand(text, command)))).toEqual([]);
  expect(known.filter((command) => !found.some(({ text }) => isCommand(text, command)))).toEqual([]);
});

it.each(Object.entries(HELD))('%s, which the product prints: the test that runs it is there', (_, held) => {
  const [file = '', title = ''] = held.split(/: (.*)/s);
  expect(readFileSync(join(root, file), 'utf8')).toMatch(new RegExp(`['\`]${title}`));
});
