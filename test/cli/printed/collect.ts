import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandNames } from '../../../clients/cli/help.ts';

const root = join(import.meta.dirname, '../../..');
/** What prints; the completions are scripts of their own, and the usage of the verifier is a synopsis. */
const SOURCES = ['clients/**/*.ts', 'verifier/**/*.ts', 'planner/**/*.ts', 'builder/*.ts', 'local/*.ts'];
const SCRIPTS = ['clients/cli/completion.ts'];

const words = [...new Set(commandNames().map((name) => name.split(' ')[0])), 'plan show'].join('|');
const command = String.raw`(?:\./)?dezycro(?:-verify)?(?:\.mjs)? (?:${words}|--help)\b`;
const beginning = new RegExp(
  String.raw`(?:[A-Z_]+='[^']*' |eval "\$\()?(?:npx [@\w]|npm run |${command}|claude mcp )`,
  'g',
);

/** Every place in a string of the product where a command begins, with the rest of that line of source. */
export const printedCommands = (): { place: string; text: string }[] =>
  globSync(SOURCES, { cwd: root })
    .filter((file) => !SCRIPTS.includes(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (isComment(line) || isSynopsis(line) ? [] : commandsIn(line, `${file}:${at + 1}`))),
    );

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);
const isSynopsis = (line: string): boolean => line.includes(' [--');

const commandsIn = (line: string, place: string) =>
  [...line.matchAll(beginning)].map(({ index }) => ({ place, text: line.slice(index) }));

/** Whether a text of the source is that command, and then ends or goes on in words. */
export const isCommand = (text: string, printed: string): boolean =>
  text.startsWith(printed) &&
  /^(['"`\\;,.)]|$| {2}| \||: \$| (and|or|starts|wrote|prints|names|shows|lists)\b)/.test(text.slice(printed.length));
