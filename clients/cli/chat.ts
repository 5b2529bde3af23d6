import { chat as endpoint } from '#contract/endpoints/assistance.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import { onlyWord, tellAnswerer } from './assist.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { printable } from './printable.ts';

/** `dezycro chat`: a question about a feature, answered with facts of the service. */
export const chat: Command<'chat'> = async ({ options: given, rest }, io) => {
  const question = onlyWord(rest, 'question', 'chat');
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const body = { question, ...(given.run === undefined ? {} : { runId: given.run }) };
  const answer = await callApi(connection, endpoint, { path, body });
  if (given.json) io.stdout(`${JSON.stringify(answer, null, 2)}\n`);
  else {
    for (const { sentence, links } of answer.sentences)
      io.stdout([printable(sentence), ...links.map((link) => `  ${new URL(link, connection.url)}`), ''].join('\n'));
    tellAnswerer(answer, io);
  }
  return 0;
};
