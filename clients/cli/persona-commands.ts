import { type CommandEntry, file, json, oneOf, place, serviceExits, several, text } from './command-entry.ts';

const { workspace, project } = place;
const authTypes = ['BEARER', 'BASIC', 'HEADER', 'HTTP_ENDPOINT', 'JS', 'NONE'] as const;
const fields = {
  description: text('TEXT', 'what it may do, as in "may only read": decides which refusals are checked'),
  'auth-type': oneOf(authTypes, 'how it proves who it is'),
  'env-var': text('NAME', 'the variable that carries its credentials (default: AUTH_<NAME>)'),
  script: file('the JavaScript source, for JS alone'),
  'script-variable': several('NAME', 'a variable that the script sees besides its own'),
  'script-host': several('HOST[:PORT]', 'a host that the script may call besides the target'),
} as const;
const named = ['NAME'] as const;
const again = 'Journeys are planned for the personas of a publish: publish again after a change.';

/** `dezycro persona …`: the personas of a project. */
export const personaCommands = {
  'persona list': {
    summary: 'list the personas of a project',
    usage: '[options]',
    about: 'Shows the personas of the project and those that it inherits, with the variable of each.',
    options: { workspace, project, json },
    exits: `0 shown · ${serviceExits}`,
    examples: ['dezycro persona list'],
  },
  'persona add': {
    summary: 'add a persona to a project',
    usage: 'NAME --description TEXT [options]',
    about: `Adds an identity against your API. Its credentials stay in its variable; the service gets none.\n${again}`,
    positionals: named,
    options: {
      ...fields,
      scope: oneOf(['PROJECT', 'WORKSPACE', 'TENANT'], 'who inherits it (default: PROJECT)'),
      workspace,
      project,
      json,
    },
    exits: `0 added · ${serviceExits}`,
    examples: [
      `dezycro persona add owner --description 'may do everything'`,
      `dezycro persona add viewer --description 'may only read' --auth-type HTTP_ENDPOINT`,
    ],
  },
  'persona edit': {
    summary: 'change a persona of a project',
    usage: 'NAME [options]',
    about: `Changes what is given and leaves the rest.\n${again}`,
    positionals: named,
    options: { name: text('NAME', 'another name'), ...fields, workspace, project, json },
    exits: `0 changed · ${serviceExits}`,
    examples: [`dezycro persona edit viewer --description 'may read, and write comments'`],
  },
  'persona rm': {
    summary: 'remove a persona of a project',
    usage: 'NAME [options]',
    about: `Removes it. ${again}`,
    positionals: named,
    options: { workspace, project, json },
    exits: `0 removed · ${serviceExits}`,
    examples: ['dezycro persona rm viewer'],
  },
} as const satisfies Record<string, CommandEntry>;
