import { updatePersona } from '#contract/endpoints/personas.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { usageError } from './parse-options.ts';
import { personaFields, personaLine, personaName, personaPath, publishAgain } from './persona-options.ts';

/** `dezycro persona edit`: changes what is given. */
export const personaEdit: Command<'persona edit'> = async ({ options: given, rest }, io) => {
  const name = personaName(rest, 'persona edit');
  const changes = { ...(given.name === undefined ? {} : { name: given.name }), ...(await personaFields(given)) };
  if (Object.keys(changes).length === 0) throw usageError('Nothing is to change.', 'persona edit');
  const connection = await connectionOf(io.env);
  const path = await personaPath(connection, name, given);
  const changed = await callApi(connection, updatePersona, { path, body: changes });
  io.stdout(given.json ? `${JSON.stringify(changed, null, 2)}\n` : `changed ${personaLine(changed)}${publishAgain}`);
  return 0;
};
