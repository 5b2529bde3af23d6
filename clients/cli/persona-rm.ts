import { deletePersona } from '#contract/endpoints/personas.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { personaName, personaPath, publishAgain } from './persona-options.ts';
import { printable } from './printable.ts';

/** `dezycro persona rm`. */
export const personaRm: Command<'persona rm'> = async ({ options: given, rest }, io) => {
  const name = personaName(rest, 'persona rm');
  const connection = await connectionOf(io.env);
  const path = await personaPath(connection, name, given);
  await callApi(connection, deletePersona, { path });
  io.stdout(
    given.json ? `${JSON.stringify({ id: path.personaId }, null, 2)}\n` : `removed ${printable(name)}\n${publishAgain}`,
  );
  return 0;
};
