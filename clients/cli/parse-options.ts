import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { InputError } from '../input-error.ts';

/** A mistake in the command line; the fix is always the same. */
export const usageError = (message: string, command: string): InputError =>
  new InputError('USAGE', message, `See: dezycro ${command} --help`);

/** The options of a command, each at most once and none unknown. Throws InputError USAGE. */
export const parseOptions = <const O extends ParseArgsOptionsConfig>(command: string, args: string[], options: O) => {
  try {
    const { values, tokens } = parseArgs({ args, options, strict: true, allowPositionals: false, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated) throw usageError(`--${repeated} is given more than once.`, command);
    return values;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw usageError(shortened((error as Error).message), command);
  }
};

/** The parser's message without its advice on positional arguments, which no command takes. */
const shortened = (message: string): string => {
  const valueless = /^Option '(--[\w-]+).*argument (missing|is ambiguous)/.exec(message);
  return valueless ? `${valueless[1]} needs a value.` : `${message.split(/\. |\n/)[0]}.`;
};

/** The value of an option that the command cannot do without. */
export const needed = (value: string | undefined, option: string, command: string): string => {
  if (value) return value;
  throw usageError(`${option} is missing.`, command);
};
