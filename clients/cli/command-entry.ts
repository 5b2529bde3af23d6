/** One option of a command, as parser, help and completion see it. */
export type Option = {
  type: 'string' | 'boolean';
  /** What stands for its value in the help; FILE and DIR also complete to names of files. */
  value?: string;
  /** The only values that it takes; offered by completion. */
  choices?: readonly string[];
  about: string;
  multiple?: true;
  /** One letter that stands for it. */
  short?: string;
};

/** One command: all that parser, help, completion and dispatch know of it. */
export type CommandEntry = {
  summary: string;
  /** Behind the name in the first line of the help. */
  usage: string;
  about: string;
  options: Record<string, Option>;
  /** Names of what stands without an option; absent: nothing may. */
  positionals?: readonly string[];
  /** Whether everything from the first word that is no own option on, or behind `--`, belongs to another program. */
  passesOn?: true;
  exits: string;
  examples: readonly string[];
};

export const file = (about: string) => ({ type: 'string', value: 'FILE', about }) as const;
export const text = (value: string, about: string) => ({ type: 'string', value, about }) as const;
export const several = (value: string, about: string) =>
  ({ type: 'string', value, about: `${about}; as often as needed`, multiple: true }) as const;
export const flag = (about: string) => ({ type: 'boolean', about }) as const;
export const oneOf = <const C extends readonly string[]>(choices: C, about: string) =>
  ({ type: 'string', value: 'NAME', choices, about }) as const;

export const json = flag('prints one JSON document instead of text');
/** Where in the service a command works. */
export const place = {
  workspace: text('NAME|ID', 'default: that of .dezycro/config.json, else the only one'),
  project: text('NAME|ID', 'default: that of .dezycro/config.json, else the only one'),
  feature: text('NAME|ID', 'default: that of .dezycro/config.json, else the only one'),
} as const;
export const serviceExits = '2 usage, or refused by the service · 4 the service does not answer';
