import { expect, test } from 'vitest';
import { ttyReporter } from '#verifier/reporters/tty-reporter.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { runCli } from '#test/cli-in-memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, ENV, list, plan } from '#test/things-plans.ts';

const picky = thingsApi((one) =>
  one.method === 'POST'
    ? json(422, { error: 'a thing needs a form of its own, and this one has none at all' })
    : undefined,
).handler;
const plans = ['first', 'second', 'third'].map((name) =>
  plan(`${name} of several that are about a thing`, [create(), list()]),
);
const told = await runCli(
  ['run', '--all', '--base-url', 'http://api.test', '--seed', '1', '--json'],
  bundle(plans),
  picky,
  { env: ENV },
);
const result = JSON.parse(told.stdout) as ResultDocument;

const shown = (columns?: number): string[] => {
  let text = '';
  ttyReporter({ write: (more) => (text += more), colours: false, live: false, columns }).end(result);
  return text.split('\n');
};
const COMMAND = /^ {2}(reproduce|request|again|set) /;

test.each([60, 80, 100])('at %i columns nothing is longer but a command, which is copied, or one word', (columns) => {
  const long = shown(columns).filter(
    (line) => line.length > columns && !COMMAND.test(line) && / \S+ \S/.test(line.trim()),
  );
  expect(long).toEqual([]);
});

test('lines that go on stand behind their label, and no word is lost', () => {
  const words = (lines: string[]) => lines.join(' ').split(/\s+/).join(' ');
  expect(words(shown(60))).toBe(words(shown()));
  const at = shown(60).findIndex((line) => line.startsWith('  also      '));
  expect(shown(60)[at + 1]).toMatch(/^ {12}\S/);
  expect(shown().filter((line) => COMMAND.test(line))).toEqual(shown(60).filter((line) => COMMAND.test(line)));
});
