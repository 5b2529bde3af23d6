import { getRunAttestation } from '#contract/endpoints/run-attestations.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import { writeTextFile } from '../write-text-file.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { usageError } from './parse-options.ts';

/** `dezycro attest get`: the signed record of a run, as the service gives it. */
export const attestGet: Command<'attest get'> = async ({ options: given, rest }, io) => {
  const [runId, ...more] = rest;
  if (runId === undefined || more.length > 0) throw usageError('Name one run by its id.', 'attest get');
  const connection = await connectionOf(io.env);
  const feature = await findFeature(connection, given);
  const envelope = await callApi(connection, getRunAttestation, { path: { ...feature, runId } });
  const text = `${JSON.stringify(envelope, null, 2)}\n`;
  if (given.out === undefined) io.stdout(text);
  else await writeTextFile(given.out, '--out', text);
  return 0;
};
