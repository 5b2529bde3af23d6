import { existsSync } from 'node:fs';
import { listResults, getResult } from '#contract/endpoints/runs.ts';
import { type KeptJourney, lastRunPath } from '#verifier/cli/last-run.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { callApi } from '../api/call-api.ts';
import { InputError } from '../input-error.ts';
import { connectionOf } from '../login/login-file.ts';
import { isRecord, readTextFile } from '../read-text-file.ts';
import { readReplay } from '../replay/read-replay.ts';
import { writeScript } from '../replay/write-script.ts';
import type { Command, Given } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { usageError } from './parse-options.ts';

/** `dezycro replay`: the failure of a journey as a script of curl and jq. */
export const replay: Command<'replay'> = async ({ options: given, rest }, io) => {
  const [named, ...more] = rest;
  if (named === undefined || more.length > 0) throw usageError('Name one journey: its id, or its name.', 'replay');
  if (given.run !== undefined && given.result !== undefined)
    throw usageError('--run and --result exclude each other.', 'replay');
  const { name, details, replay: text } = await journeyOf(named, given, io);
  const found = readReplay(text);
  if (found === undefined)
    throw new InputError(
      'NO_REPLAY',
      `The result of ${name} does not say how it is repeated.`,
      'Run the journey again.',
    );
  // Whoever recorded a run does not choose where the credentials of others go.
  const target = given.run === undefined ? found.baseUrl : null;
  io.stdout(writeScript(found, { name, details }, target));
  return 0;
};

const journeyOf = async (named: string, given: Given<'replay'>['options'], io: RunIo): Promise<KeptJourney> => {
  if (given.run !== undefined) return recordedJourney(named, given.run, given, io);
  const path = given.result ?? lastRunPath(io.env, io.folder);
  if (path === undefined || (given.result === undefined && !existsSync(path)))
    throw new InputError(
      'NO_RUN',
      'No run of this folder is kept on this machine.',
      'Give the report of the run: --result result.json, which --reporter json=result.json wrote; or --run ID of a recorded one.',
    );
  return only(named, journeysIn(await readTextFile(path, '--result'), path));
};

/** The failures of a result document, or of what is kept of one. Throws InputError FILE_INVALID. */
const journeysIn = (text: string, path: string): KeptJourney[] => {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // Told below, as any other file that is no result.
  }
  if (!isRecord(document) || !Array.isArray(document['journeys']))
    throw new InputError('FILE_INVALID', `${path} is no result of a run.`, 'Give what --reporter json=FILE wrote.');
  return document['journeys'].filter(isKept).map(({ details, ...rest }) => ({ ...rest, details: details ?? '' }));
};

const isKept = (one: unknown): one is KeptJourney =>
  isRecord(one) && ['id', 'name', 'replay'].every((key) => typeof one[key] === 'string');

const only = (named: string, journeys: readonly KeptJourney[]): KeptJourney => {
  const found = journeys.filter(({ id, name }) => id.startsWith(named) || name === named);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const failed = journeys.map(({ id, name }) => `${id.slice(0, 8)} ${name}`);
  throw new InputError(
    'UNKNOWN_JOURNEY',
    found.length > 1
      ? `${found.length} failures of the run begin with ${named}.`
      : `No failure of the run is ${named}.`,
    failed.length === 0 ? 'Nothing failed in it.' : `Its failures: ${failed.join('; ')}`,
  );
};

const recordedJourney = async (
  named: string,
  runId: string,
  given: Given<'replay'>['options'],
  io: RunIo,
): Promise<KeptJourney> => {
  const connection = await connectionOf(io.env);
  const path = { ...(await findFeature(connection, given)), runId };
  const { data } = await callApi(connection, listResults, { path, query: { status: 'FAILED' } });
  const failed = data.map(({ journeyRef, testName, testCaseId }) => ({
    id: journeyRef ?? testCaseId,
    name: testName,
    details: testCaseId,
    replay: '',
  }));
  const { details: testCaseId, ...journey } = only(named, failed);
  const { replay: text = '', errorMessage = '' } = await callApi(connection, getResult, {
    path: { ...path, testCaseId },
  });
  return { ...journey, details: errorMessage, replay: text };
};
