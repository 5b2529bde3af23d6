import { shellWord } from '#verifier/cli/shell-word.ts';
import { callerOf, type Connection } from '../api/call-api.ts';
import { type Persona, personasOf } from '../api/personas-of.ts';
import { InputError } from '../input-error.ts';
import { readTextFile } from '../read-text-file.ts';
import type { Given } from './command-table.ts';
import { findProject } from './find-feature.ts';
import { needed, usageError } from './parse-options.ts';
import { printable } from './printable.ts';

/** Behind every change of a persona. */
export const publishAgain = 'publish again, so that the journeys know it\n';

/** A persona in one line, for people. */
export const personaLine = ({ name, authType, envVar, scope, description }: Persona): string =>
  `${printable(`${name}  ${authType}  ${authType === 'NONE' ? '-' : (envVar ?? '-')}  ${scope.toLowerCase()}  ${description}`)}\n`;

/** The name that stands without an option. Throws InputError USAGE. */
export const personaName = ([name, surplus]: readonly string[], command: string): string => {
  if (surplus !== undefined) throw usageError(`Unexpected argument '${surplus}'.`, command);
  return needed(name, 'NAME', command);
};

/** What the options say of a persona; the text of its script is read from the file. */
export const personaFields = async (given: Given<'persona edit'>['options']) => {
  const { description, 'auth-type': authType, 'env-var': envVar, script } = given;
  const { 'script-variable': scriptVariables, 'script-host': scriptHosts } = given;
  const source = script === undefined ? undefined : await readTextFile(script, '--script');
  const all = { description, authType, envVar, script: source, scriptVariables, scriptHosts };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof typeof all]: NonNullable<(typeof all)[K]>;
  }>;
};

/** The persona of that name, the project's own before one that it inherits. Throws InputError NOT_FOUND. */
export const personaPath = async (
  connection: Connection,
  name: string,
  given: { workspace?: string; project?: string },
) => {
  const { workspaceId, projectId } = await findProject(connection, given);
  const all = await personasOf(callerOf(connection), { workspaceId, projectId });
  const found = all.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const persona = found.find(({ scope }) => scope === 'PROJECT') ?? found[0];
  if (persona) return { workspaceId, projectId, personaId: persona.id! };
  const known = all.map((one) => `"${printable(one.name)}"`).join(', ');
  const fix =
    known === ''
      ? `Add it: dezycro persona add ${shellWord(name)} --description 'may do everything'`
      : `There are: ${known}.`;
  throw new InputError('NOT_FOUND', `The project has no persona "${printable(name)}".`, fix);
};
