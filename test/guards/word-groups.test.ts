import { expect, test } from 'vitest';
import { wordGroup } from '#planner/vocabulary/word-group.ts';
import { sourceFiles } from './repository.ts';
import { exampleViolations, groupFormViolations, sharedWordViolations, wordGroups } from './word-groups.ts';
import { staleWordLists, wordListViolations } from './word-lists.ts';

const files = sourceFiles(['planner']);
const examples = { matches: ['orderStatus'], refuses: ['statusCode'] };

test('a word stands in two groups of the vocabulary only for a stated reason', async () => {
  const groups = await wordGroups();
  expect(groups.length).toBeGreaterThan(50);
  expect(sharedWordViolations(groups)).toEqual([]);
});

test('every group of the vocabulary is exported and says what it matches and what it refuses', async () => {
  expect(exampleViolations(await wordGroups())).toEqual([]);
  expect(groupFormViolations(files)).toEqual([]);
});

test('lists of words about names of APIs stand in planner/vocabulary', () => {
  expect(wordListViolations(files)).toEqual([]);
  expect(staleWordLists(files)).toEqual([]);
});

test('a planted word in two groups is found, unless a reason says why or it is a verb in one and a name in the other', () => {
  const states = wordGroup('states', { words: 'status phase', ...examples });
  const others = { words: 'status moon', ...examples };
  const moons = wordGroup('moons', others);
  expect(sharedWordViolations([states, moons]).join()).toContain('status: in "states" and in "moons"; make a group');
  expect(sharedWordViolations([states, wordGroup('moons', { ...others, kind: 'verb' })])).toEqual([]);
  expect(sharedWordViolations([states, wordGroup('moons', { ...others, alsoIn: { states: 'why' } })])).toEqual([]);
  expect(
    sharedWordViolations([states, wordGroup('moons', { words: 'moon', ...examples, includes: [states] })]),
  ).toEqual([]);
});

test('a planted reason for nothing, a second group of one name and a hidden group are found', () => {
  const states = wordGroup('states', { words: 'status', ...examples, alsoIn: { moons: 'why' } });
  expect(sharedWordViolations([states]).join()).toContain('remove that reason');
  expect(sharedWordViolations([states, wordGroup('states', { words: 'phase', ...examples })]).join()).toContain(
    'rename',
  );
  const text = "const moons = wordGroup('moons', {";
  expect(groupFormViolations([{ path: 'planner/vocabulary/x.ts', text }])).toHaveLength(2);
});

test('planted examples that the words do not bear out are found', () => {
  const wrong = { words: 'status status', matches: ['orderPhase'], refuses: ['orderStatus'] };
  const found = exampleViolations([wordGroup('states', wrong)]).join('\n');
  for (const part of ['does not match orderPhase', 'does not refuse orderStatus', 'twice'])
    expect(found).toContain(part);
  expect(exampleViolations([wordGroup('states', { ...examples, words: 'status', refuses: [] })]).join()).toContain(
    'needs an example',
  );
});

test.each([
  ['a regular expression', String.raw`const STATES = /^(status|state|phase)$/;`],
  ['a set', "const STATES = new Set(['status', 'state', 'phase']);"],
  ['a text that is split', "const STATES = new Set(\n  'status state phase'.split(' '),\n);"],
])('a planted list of words outside the vocabulary is found: %s', (_form, text) => {
  const path = 'planner/resources/lists/x.ts';
  expect(wordListViolations([{ path, text }]).join()).toContain('make a wordGroup of each in planner/vocabulary');
  expect(wordListViolations([{ path, text }], { [path]: 1 })).toEqual([]);
  expect(wordListViolations([{ path, text: '' }], { [path]: 1 }).join()).toContain('lower 1');
  expect(wordListViolations([{ path: 'planner/vocabulary/x.ts', text }])).toEqual([]);
});
