import type { CommandEntry } from './command-entry.ts';
import { type Command, commandTable } from './command-table.ts';
import { commandNames } from './help.ts';
import { usageError } from './parse-options.ts';

const optionsOf = (name: keyof typeof commandTable): [string, CommandEntry['options'][string]][] =>
  Object.entries((commandTable[name] as CommandEntry).options);

/** Words behind `dezycro`, and for groups such as `auth` behind those. */
const firstWords = (): string[] => [...new Set(commandNames().map((name) => name.split(' ')[0]!))];
const secondWords = (first: string): string[] =>
  commandNames().flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
const groups = (): string[] => firstWords().filter((word) => secondWords(word).length > 0);

/** bash 3.2 and newer, which macOS still has. */
const bash = (): string => `# dezycro completion for bash
_dezycro() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  case "$command" in ${groups().join('|')}) [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;; esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstWords().join(' ')}"
  else
    case "$command $previous" in
${commandNames().flatMap(bashValues).join('\n')}
    *) case "$command" in
${groups()
  .map((word) => `      ${word}) words="${secondWords(word).join(' ')}" ;;`)
  .join('\n')}
${commandNames().map(bashOptions).join('\n')}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _dezycro dezycro
`;

const bashValues = (name: keyof typeof commandTable): string[] =>
  optionsOf(name).flatMap(([option, { choices }]) =>
    choices ? [`    "${name} --${option}") words="${choices.join(' ')}" ;;`] : [],
  );

const bashOptions = (name: keyof typeof commandTable): string => {
  const options = [...optionsOf(name).map(([option]) => `--${option}`), '--help'];
  const shells = name === 'completion' ? Object.keys(shellScripts) : [];
  return `      "${name}") words="${[...options, ...shells].join(' ')}" ;;`;
};

/** zsh runs the completion of bash. */
const zsh = (): string => `#compdef dezycro
autoload -U +X bashcompinit && bashcompinit
${bash()}`;

const fish = (): string => {
  const lines = ['# dezycro completion for fish', 'complete -c dezycro -f'];
  for (const word of firstWords())
    lines.push(`complete -c dezycro -n __fish_use_subcommand -a ${word} -d ${quoted(aboutWord(word))}`);
  for (const word of groups())
    for (const second of secondWords(word))
      lines.push(
        `complete -c dezycro -n '__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${secondWords(word).join(' ')}' -a ${second} -d ${quoted(aboutWord(`${word} ${second}`))}`,
      );
  for (const name of commandNames()) {
    const seen = name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    for (const [option, { about, choices, type, value }] of optionsOf(name)) {
      const takes = choices
        ? ` -x -a '${choices.join(' ')}'`
        : type === 'boolean'
          ? ''
          : value === 'FILE'
            ? ' -r -F'
            : ' -x';
      lines.push(`complete -c dezycro -n '${seen}' -l ${option}${takes} -d ${quoted(about)}`);
    }
  }
  lines.push(
    `complete -c dezycro -n '__fish_seen_subcommand_from completion' -a '${Object.keys(shellScripts).join(' ')}'`,
  );
  return `${lines.join('\n')}\n`;
};

const aboutWord = (word: string): string =>
  Object.hasOwn(commandTable, word) ? commandTable[word as keyof typeof commandTable].summary : 'credentials';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`;

const shellScripts: Record<string, () => string> = { bash, zsh, fish };

/** `dezycro completion`: a shell's script, made from the command table. */
export const completion: Command<'completion'> = async ({ rest: [shell = '', ...more] }, io) => {
  const script = Object.hasOwn(shellScripts, shell) && more.length === 0 ? shellScripts[shell] : undefined;
  if (script === undefined) throw usageError(`Name one shell: ${Object.keys(shellScripts).join(', ')}.`, 'completion');
  io.stdout(script());
  return 0;
};
