import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { InputError } from '../input-error.ts';
import { closestName } from '#planner/intake/json/closest-name.ts';
import type { CommandEntry } from './command-entry.ts';
import { type CommandName, commandTable, type Given } from './command-table.ts';

/** A mistake in the command line; the fix is always the same. */
export const usageError = (message: string, command: string): InputError =>
  new InputError('USAGE', message, `See: dezycro ${command}${command && ' '}--help`);

/** The words of a command that are its own, and those that it passes on to another program. */
export const splitArguments = (name: CommandName, args: readonly string[]): { own: string[]; passedOn: string[] } => {
  const { options, passesOn }: CommandEntry = commandTable[name];
  if (!passesOn) return { own: [...args], passedOn: [] };
  let at = 0;
  for (; at < args.length; at++) {
    const [, option, value] = /^--([\w-]+)(=.*)?$/.exec(args[at]!) ?? [];
    const known = option === undefined || !Object.hasOwn(options, option) ? undefined : options[option];
    if (known === undefined && args[at] !== '--help' && args[at] !== '-h') break;
    if (known?.type === 'string' && value === undefined) at++;
  }
  return { own: args.slice(0, at), passedOn: args.slice(args[at] === '--' ? at + 1 : at) };
};

/** What a command was given: each option at most once, unless it may be repeated, and none unknown. Throws InputError USAGE. */
export const parseOptions = <N extends CommandName>(name: N, args: readonly string[]): Given<N> => {
  const { options, positionals }: CommandEntry = commandTable[name];
  const { own, passedOn } = splitArguments(name, args);
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(options).map(([option, { type, multiple, short }]) => [
      option,
      { type, ...(multiple && { multiple }), ...(short && { short }) },
    ]),
  );
  const allowPositionals = positionals !== undefined;
  try {
    const parsed = parseArgs({ args: own, options: config, strict: true, allowPositionals, tokens: true });
    const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const repeated = names.find((option, index) => !options[option]?.multiple && names.indexOf(option) !== index);
    if (repeated) throw usageError(`--${repeated} is given more than once.`, name);
    const wrong = Object.entries(options).find(
      ([option, { choices }]) => choices && option in parsed.values && !choices.includes(String(parsed.values[option])),
    );
    if (wrong)
      throw usageError(
        `--${wrong[0]} takes ${wrong[1].choices!.join(', ')}, not "${String(parsed.values[wrong[0]])}".`,
        name,
      );
    return { options: { ...parsed.values }, rest: [...parsed.positionals, ...passedOn] } as Given<N>;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw usageError(withMeant(shortened((error as Error).message), Object.keys(options)), name);
  }
};

/** Commands that have an option of that name. */
const commandsWith = (option: string): string[] =>
  Object.entries(commandTable as Record<string, CommandEntry>).flatMap(([name, { options }]) =>
    Object.hasOwn(options, option) ? [name] : [],
  );

/** An unknown option, with the one that was probably meant. */
const withMeant = (message: string, options: readonly string[]): string => {
  const [, unknown] = /^Unknown option '(--[\w-]+)'\.$/.exec(message) ?? [];
  const meant = unknown === undefined ? undefined : closestName(unknown, [...options, 'help']);
  const others = unknown === undefined || meant !== undefined ? [] : commandsWith(unknown.slice(2));
  if (others.length > 0) return `Unknown option '${unknown}': it belongs to ${others.join(', ')}.`;
  return meant === undefined ? message : `Unknown option '${unknown}'; did you mean --${meant}?`;
};

/** The parser's message without its advice on how to write such an argument. */
const shortened = (message: string): string => {
  const valueless = /^Option '(--[\w-]+).*argument (missing|is ambiguous)/.exec(message);
  return valueless ? `${valueless[1]} needs a value.` : `${message.split(/\. |\n/)[0]}.`;
};

/** The value of an option that the command cannot do without. */
export const needed = (value: string | undefined, option: string, command: string): string => {
  if (value) return value;
  throw usageError(`${option} is missing.`, command);
};

/** The spec as `--spec` or the first word names it: a file, a URL, or `-` for standard input. */
export const specOf = (
  { options, rest }: { options: { spec?: string }; rest: readonly string[] },
  command: string,
): string | undefined => {
  const [word, surplus] = rest;
  if (surplus !== undefined) throw usageError(`Unexpected argument '${surplus}'.`, command);
  if (word !== undefined && options.spec !== undefined)
    throw usageError(`The spec is given twice: ${word}, and --spec ${options.spec}.`, command);
  return word ?? options.spec;
};
