import { type CommandEntry, file, flag, json } from './command-entry.ts';

const auth = file('the credentials (default: .dezycro/auth.local.json here or above)');

/** `dezycro auth …`: what `.dezycro/auth.local.json` gives. */
export const authCommands = {
  'auth env': {
    summary: 'print the credentials as export lines, for a shell',
    usage: '[options]',
    about:
      "Resolves .dezycro/auth.local.json and prints export KEY='value' lines; the only command that prints values. A persona that cannot be\nresolved is warned of and left out. With --json: the value of each variable, which is what a CI secret of that name holds.",
    options: { auth, json, force: flag('prints to a terminal, where others may see the values') },
    exits: '0 printed, also where a persona was left out · 2 usage, or a file that cannot be used',
    examples: ['eval "$(dezycro auth env)"', 'dezycro auth env --json | jq -r .AUTH_ADMIN | gh secret set AUTH_ADMIN'],
  },
  'auth exec': {
    summary: 'run a program with the credentials in its environment',
    usage: '[--auth FILE] -- PROGRAM [ARGUMENT…]',
    about:
      'Resolves .dezycro/auth.local.json and starts the program with the variables set. At the first secret that cannot be resolved it ends,\nand nothing was started. The variables are gone when the program ends.',
    options: { auth },
    passesOn: true,
    exits: "the program's own · 2 a secret cannot be resolved, nothing was started · 127 there is no such program",
    examples: ['dezycro auth exec -- dezycro run --all --base-url http://127.0.0.1:3000'],
  },
  'auth check': {
    summary: 'say which credentials can be resolved, without their values',
    usage: '[options]',
    about:
      'Resolves .dezycro/auth.local.json and prints each persona, its variable, and why it cannot be resolved. Shows no value.',
    options: { auth, json },
    exits: '0 all can be resolved · 1 some cannot · 2 usage, or a file that cannot be used',
    examples: ['dezycro auth check'],
  },
} as const satisfies Record<string, CommandEntry>;
