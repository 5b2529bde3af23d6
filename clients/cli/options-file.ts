import { existsSync } from 'node:fs';
import { InputError } from '../input-error.ts';
import { isRecord, readTextFile } from '../read-text-file.ts';
import { closestName } from '#planner/intake/json/closest-name.ts';
import type { CommandEntry } from './command-entry.ts';
import { type CommandName, commandTable } from './command-table.ts';

const OPTIONS_FILE = 'dezycro.yaml';

/** Commands that read the file. */
const READERS: readonly string[] = ['verify', 'plan', 'build'];
/** What the file does not hold: secrets, and what belongs to one run. */
const NOT_IN_FILE = new Set(['header', 'token', 'user', 'journey', 'failed', 'json', 'watch', 'plan-out', 'out']);

type Values = Record<string, unknown>;

/** The options that `dezycro.yaml` may hold, by name, with those of the command table. */
export const optionsInFile = (): CommandEntry['options'] =>
  Object.fromEntries(
    READERS.flatMap((name) => Object.entries((commandTable as Record<string, CommandEntry>)[name]!.options)).filter(
      ([name]) => !NOT_IN_FILE.has(name),
    ),
  );

/**
 * What a command was given, with the options of `dezycro.yaml` in this folder for those that were not. A spec that stands without an option is
 * given, too. Says on stderr that the file is used. Throws InputError FILE_INVALID.
 */
export const withOptionsFile = async <G extends { options: object; rest: string[] }>(
  command: CommandName,
  given: G,
  stderr: (text: string) => void,
): Promise<G> => {
  if (!READERS.includes(command) || !existsSync(OPTIONS_FILE)) return given;
  const values = await readOptionsFile();
  const own = (commandTable as Record<string, CommandEntry>)[command]!.options;
  const taken = Object.entries(values).filter(
    ([name]) => Object.hasOwn(own, name) && !(name in given.options) && !(name === 'spec' && given.rest.length > 0),
  );
  if (taken.length > 0) stderr(`${OPTIONS_FILE}: ${taken.map(([name]) => name).join(', ')}\n`);
  return { ...given, options: { ...Object.fromEntries(taken), ...given.options } };
};

const readOptionsFile = async (): Promise<Values> => {
  const text = await readTextFile(OPTIONS_FILE, OPTIONS_FILE);
  const { parse } = await import('yaml');
  let document: unknown;
  try {
    document = parse(text) ?? {};
  } catch (error) {
    throw invalid(`is not YAML: ${(error as Error).message.split('\n')[0]}`, 'Mend it.');
  }
  if (!isRecord(document))
    throw invalid('is not a map of options', 'Write one option on each line, as in: spec: openapi.json');
  const known = optionsInFile();
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, checked(name, value, known[name])]));
};

const checked = (name: string, value: unknown, option: CommandEntry['options'][string] | undefined): unknown => {
  if (option === undefined) {
    const meant = closestName(name, Object.keys(optionsInFile()));
    throw invalid(`has an unknown option "${name}"`, meant === undefined ? 'Leave it out.' : `Did you mean ${meant}?`);
  }
  if (option.type === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw invalid(`: ${name} is neither true nor false`, `Write ${name}: true`);
  }
  const texts = (Array.isArray(value) ? value : [value]).map((each) =>
    typeof each === 'number' ? String(each) : each,
  );
  if (texts.some((each) => typeof each !== 'string') || (Array.isArray(value) && !option.multiple))
    throw invalid(
      `: ${name} is not ${option.multiple ? 'a list of texts' : 'a text'}`,
      `Write ${name}: ${option.value}`,
    );
  const wrong = texts.find((each) => option.choices && !option.choices.includes(each as string));
  if (wrong !== undefined) throw invalid(`: ${name} is ${wrong}`, `Use one of ${option.choices!.join(', ')}.`);
  return option.multiple ? texts : texts[0];
};

const invalid = (message: string, fix: string): InputError =>
  new InputError('FILE_INVALID', `${OPTIONS_FILE}${message.startsWith(':') ? '' : ' '}${message}.`, fix);
