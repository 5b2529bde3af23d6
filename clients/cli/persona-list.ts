import { callerOf } from '../api/call-api.ts';
import { personasOf } from '../api/personas-of.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { findProject } from './find-feature.ts';
import { personaLine } from './persona-options.ts';

/** `dezycro persona list`: the personas of a project, with those that it inherits. */
export const personaList: Command<'persona list'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const all = await personasOf(callerOf(connection), await findProject(connection, given));
  if (given.json) io.stdout(`${JSON.stringify(all, null, 2)}\n`);
  else if (all.length === 0)
    io.stdout(`no personas; add one: dezycro persona add owner --description 'may do everything'\n`);
  else for (const persona of all) io.stdout(personaLine(persona));
  return 0;
};
