import { createPersona } from '#contract/endpoints/personas.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { findProject } from './find-feature.ts';
import { needed } from './parse-options.ts';
import { personaFields, personaLine, personaName, publishAgain } from './persona-options.ts';

/** `dezycro persona add`. */
export const personaAdd: Command<'persona add'> = async ({ options: given, rest }, io) => {
  const name = personaName(rest, 'persona add');
  const description = needed(given.description, '--description', 'persona add');
  const connection = await connectionOf(io.env);
  const path = await findProject(connection, given);
  const { 'auth-type': authType = 'BEARER', scope = 'PROJECT' } = given;
  const body = { ...(await personaFields(given)), name, description, authType, scope };
  const made = await callApi(connection, createPersona, { path, body });
  io.stdout(given.json ? `${JSON.stringify(made, null, 2)}\n` : `added ${personaLine(made)}${publishAgain}`);
  return 0;
};
