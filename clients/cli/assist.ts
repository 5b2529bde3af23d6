import { createDraft } from '#contract/endpoints/assistance.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { type Answer, callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { CommandName, Given } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { usageError } from './parse-options.ts';
import { printable } from './printable.ts';

type Draft = Answer<typeof createDraft>;

/** Tells on standard error who answered, and why a model that was to answer did not. */
export const tellAnswerer = (
  { answeredBy, note }: { answeredBy: string; note?: string | null },
  { stderr }: Pick<RunIo, 'stderr'>,
): void => stderr(printable(`answered by ${answeredBy}${note ? `: ${note}` : ''}`) + '\n');

/** The one text of a command line. Throws InputError USAGE for none or several. */
export const onlyWord = ([text, ...more]: readonly string[], what: string, command: CommandName): string => {
  if (text !== undefined && text.trim() !== '' && more.length === 0) return text;
  throw usageError(`Give one ${what}, in quotes if it has several words.`, command);
};

/** The draft of `dezycro draft …`. Prints it whole with `--json`, else who answered. */
export const drafted = async (
  kind: Draft['kind'],
  command: 'draft section' | 'draft journey',
  { options: given, rest }: Given<'draft section'>,
  io: RunIo,
): Promise<Draft> => {
  const title = onlyWord(rest, 'title', command);
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const draft = await callApi(connection, createDraft, { path, body: { kind, title } });
  if (given.json) io.stdout(`${JSON.stringify(draft, null, 2)}\n`);
  else tellAnswerer(draft, io);
  return draft;
};
