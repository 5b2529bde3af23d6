import { type CommandEntry, file, json, place, serviceExits, text } from './command-entry.ts';

const title = ['TITLE'] as const;
const metered = 'Calls of a language model count against the AI tokens of the tenant. Without a model, rules answer.';

/** What asks the service: any operation, and what a language model helps with. */
export const assistCommands = {
  api: {
    summary: 'call any operation of the service',
    usage: '[METHOD] PATH [options]',
    positionals: ['METHOD', 'PATH'],
    about:
      'Sends the request with the token of the login and prints the body of the answer. {workspaceId}, {projectId} and {featureId} in the path\nare those of .dezycro/config.json. GET /api/v1/openapi.json lists all operations.',
    options: { data: file('the body, in JSON'), ...place },
    exits: `0 answered · ${serviceExits}`,
    examples: [
      'dezycro api /api/v1/me',
      `dezycro api '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/access-matrix'`,
    ],
  },
  chat: {
    summary: 'ask about a feature or a run',
    usage: 'QUESTION [options]',
    positionals: ['QUESTION'],
    about: `Answers only with facts of the service, each with the address where it can be read.\n${metered}`,
    options: { ...place, run: text('ID', 'only what was last seen in that recorded run'), json },
    exits: `0 answered · ${serviceExits}`,
    examples: [`dezycro chat 'Can it ship, and what failed?'`],
  },
  'draft section': {
    summary: 'draft a section of requirements from the published spec',
    usage: 'TITLE [options]',
    positionals: title,
    about: `Prints Markdown for people to edit, and on standard error which of its sentences no journey would prove.\n${metered}`,
    options: { ...place, json },
    exits: `0 drafted · ${serviceExits}`,
    examples: ['dezycro draft section Projects > projects.md'],
  },
  'draft journey': {
    summary: 'draft a journey of the workbook from the published spec',
    usage: 'TITLE [options]',
    positionals: title,
    about: `Prints its steps, each with the operation that does it.\n${metered}`,
    options: { ...place, json },
    exits: `0 drafted · ${serviceExits}`,
    examples: ['dezycro draft journey Projects'],
  },
  sweep: {
    summary: 'find unbound, stale and contradicting journeys of the workbook',
    usage: '[options]',
    about: `One line for each finding; the workbook stays as it is.\n${metered}`,
    options: { ...place, json },
    exits: `0 nothing found · 1 something found · ${serviceExits}`,
    examples: ['dezycro sweep'],
  },
} as const satisfies Record<string, CommandEntry>;
