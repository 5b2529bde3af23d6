import type { CommandEntry } from './command-entry.ts';
import { type CommandName, commandTable } from './command-table.ts';

const nameWidth = 24;
const lineWidth = 118;

/** The help of a command, of a group of them such as `auth`, or of the program. */
export const helpOf = (name: string): string => {
  if (Object.hasOwn(commandTable, name)) return commandHelp(name as CommandName);
  const group = commandNames().filter((each) => each.startsWith(`${name} `));
  return group.length > 0 ? list(`dezycro ${name}: credentials from .dezycro/auth.local.json`, group) : programHelp();
};

export const commandNames = (): CommandName[] => Object.keys(commandTable) as CommandName[];

const programHelp = (): string => list('dezycro: from an OpenAPI document to a verdict', commandNames());

const list = (title: string, names: readonly CommandName[]): string => {
  const lines = names.map((name) => `  dezycro ${name.padEnd(nameWidth - 10)} ${commandTable[name].summary}`);
  return `${title}\n\n${lines.join('\n')}\n\ndezycro <command> --help shows its options and examples.\n`;
};

const commandHelp = (name: CommandName): string => {
  const { usage, about, options, exits, examples }: CommandEntry = commandTable[name];
  const optionLines = Object.entries(options).flatMap(([option, { value, choices, about: says, short }]) =>
    described(
      `--${option}${short === undefined ? '' : `, -${short}`}${value === undefined ? '' : ` ${value}`}`,
      choices ? `${says}: ${choices.join(', ')}` : says,
    ),
  );
  return [
    `dezycro ${name} ${usage}`,
    about,
    ...(optionLines.length > 0 ? [optionLines.join('\n')] : []),
    wrapped(`Exit code: ${exits}`, lineWidth).join(`\n${' '.repeat('Exit code: '.length)}`),
    examples.map((example) => `  ${example}`).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
};

/** An option and what it does, beside each other where both fit. */
const described = (option: string, says: string): string[] => {
  const indent = ' '.repeat(nameWidth + 2);
  const lines = wrapped(says, lineWidth - nameWidth - 2);
  if (option.length >= nameWidth) return [`  ${option}`, ...lines.map((line) => indent + line)];
  return lines.map((line, index) => (index === 0 ? `  ${option.padEnd(nameWidth)}${line}` : indent + line));
};

const wrapped = (words: string, width: number): string[] =>
  words.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
