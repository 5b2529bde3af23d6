import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WordGroup } from '#planner/vocabulary/word-group.ts';
import { lastWordOf, plainName, wordsOf } from '#planner/vocabulary/words-of.ts';
import { root, type SourceFile } from './repository.ts';

const FOLDER = 'planner/vocabulary';

/** What the files of the vocabulary export, by name: its groups. */
export async function wordGroups(): Promise<WordGroup[]> {
  const modules = await Promise.all(
    readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => import(pathToFileURL(join(root, FOLDER, file)).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isGroup);
}

function isGroup(value: unknown): value is WordGroup {
  return typeof value === 'object' && value !== null && 'own' in value && 'refuses' in value;
}

/** One line for each two groups of a kind that share words without a reason, and for each reason that nothing needs. */
export function sharedWordViolations(groups: readonly WordGroup[]): string[] {
  return groups.flatMap((one, at) => {
    const names = new Set(groups.filter((other) => sharedWords(one, other).length > 0).map(({ name }) => name));
    const stale = Object.keys(one.alsoIn).filter((name) => !names.has(name));
    const unreasoned = groups.slice(at + 1).filter((other) => {
      const isReasoned = other.name in one.alsoIn || one.name in other.alsoIn;
      return one.name === other.name || (!isReasoned && sharedWords(one, other).length > 0);
    });
    return [
      ...stale.map((name) => `"${one.name}" shares no word with "${name}": remove that reason from its alsoIn`),
      ...unreasoned.map((other) =>
        one.name === other.name
          ? `two groups are named "${one.name}": rename one`
          : `${sharedWords(one, other).join(', ')}: in "${one.name}" and in "${other.name}"; make a group that both include, or write the reason in alsoIn of one`,
      ),
    ];
  });
}

function sharedWords(one: WordGroup, other: WordGroup): string[] {
  return one === other || one.kind !== other.kind ? [] : one.own.filter((word) => other.own.includes(word));
}

/** One line for each example of a group that its words do not bear out, and for each word that it holds twice. */
export function exampleViolations(groups: readonly WordGroup[]): string[] {
  return groups.flatMap((group) => {
    const { name, own, words, matches, refuses } = group;
    const missed = matches.filter(
      (example) => ![...wordsOf(example), plainName(example)].some((one) => words.has(one)),
    );
    const taken = refuses.filter((example) => words.has(lastWordOf(example)) || words.has(plainName(example)));
    return [
      ...(matches.length === 0 || refuses.length === 0 ? [`"${name}" needs an example in matches and in refuses`] : []),
      ...missed.map((example) => `"${name}" does not match ${example}: correct matches or the words`),
      ...taken.map((example) => `"${name}" does not refuse ${example}: correct refuses or the words`),
      ...own.filter((word, at) => own.indexOf(word) !== at).map((word) => `"${name}" names ${word} twice: remove one`),
    ];
  });
}

/** One line for each group that the guard cannot see or a reader cannot understand: not exported, or without a comment. */
export function groupFormViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith(`${FOLDER}/`))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at, lines) => {
        const name = /^(?:export )?const (\w+) = wordGroup\(/.exec(line)?.[1];
        if (name === undefined) return [];
        return [
          ...(line.startsWith('export ') ? [] : [`${path}: export ${name}, so that the guards compare its words`]),
          ...(lines[at - 1]?.endsWith('*/') ? [] : [`${path}: say in a comment what the words of ${name} mean`]),
        ];
      }),
    );
}
