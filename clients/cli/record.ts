import { text as allOf } from 'node:stream/consumers';
import { getRun } from '#contract/endpoints/runs.ts';
import type { recordRun } from '#contract/endpoints/verifier-runs.ts';
import { resultsToRecord } from '#contract/schemas/recorded-runs.ts';
import * as z from '#contract/schemas/zod.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { addressOf, type Answer, callerOf } from '../api/call-api.ts';
import { recordResults } from '../api/record-results.ts';
import { InputError } from '../input-error.ts';
import { connectionOf } from '../login/login-file.ts';
import { isRecord, readTextFile } from '../read-text-file.ts';
import type { Command, Given } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { usageError } from './parse-options.ts';
import { printable } from './printable.ts';
import { reasonLines, replayOfRun } from './reason-groups.ts';
import { branchOf, commitOf, headOf, type Revision } from './revision.ts';
import { withProgress } from './with-progress.ts';

type Recorded = Answer<typeof recordRun>;

/** `dezycro record`: a result document goes to the service, its verdicts come back. The same document twice is one run. */
export const record: Command<'record'> = async ({ options: given, rest }, io) => {
  const [file, ...more] = rest;
  if (file === undefined) throw usageError('The result is missing: name its file, or - for standard input.', 'record');
  if (more.length > 0) throw usageError(`Only one result at a time, not also ${more.join(' ')}.`, 'record');
  const results = resultIn(file === '-' ? await allOf(process.stdin) : await readTextFile(file, 'the result'), file);
  const labels = {
    ...(await revisionOf(given, io)),
    imageTag: given['image-tag'] ?? null,
    baseUrl: results.baseUrl ?? null,
  };
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const recorded = await withProgress('recording', io, () =>
    recordResults(callerOf(connection), path, results, labels),
  );
  for (const note of recorded.notes) io.stderr(`note: ${printable(note)}\n`);
  const page = addressOf(connection.url, getRun.path, { ...path, runId: recorded.run.runId }).href;
  io.stdout(given.json ? `${JSON.stringify(recorded, null, 2)}\n` : `${readable(recorded)}${page}\n`);
  return 0;
};

/** Branch and commit: as given, else as CI names them, else what git has checked out here, which stderr says. */
const revisionOf = async (given: Given<'record'>['options'], io: RunIo): Promise<Revision> => {
  const named = { branch: given.branch ?? branchOf(io.env), commitId: given.commit ?? commitOf(io.env) };
  if (named.branch !== null || named.commitId !== null) return named;
  const head = await headOf(io.env);
  if (head.commitId !== null)
    io.stderr(`commit ${head.commitId.slice(0, 12)} on ${printable(head.branch ?? 'no branch')}, as git says\n`);
  return head;
};

type Result = z.input<typeof resultsToRecord>;

/** What the verifier printed; its own error document is told as what it is. Throws InputError FILE_INVALID. */
const resultIn = (text: string, file: string): Result => {
  const document = parsed(text);
  const cause = isRecord(document) && isRecord(document['error']) ? document['error']['message'] : undefined;
  if (typeof cause === 'string')
    throw new InputError('RUN_FAILED', `${file} is no result: the verifier ended with "${cause}"`, 'Run it again.');
  const found = z.safeParse(resultsToRecord, document);
  if (found.success) return document as Result;
  const place = found.error.issues[0]?.path.join('.') ?? '';
  throw new InputError(
    'FILE_INVALID',
    `${file} is not a result document${place === '' ? '' : ` (at ${place})`}.`,
    'Give what the verifier prints with --json.',
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No JSON: no result either, and told so.
    return undefined;
  }
};

/** What the failures of one reason have caused besides, and how the first is repeated. */
const causeLines = (own: readonly { journeyId: string; status: string }[], behind: number, runId: string): string[] => {
  const [first] = own;
  return [
    ...(behind === 0 ? [] : [`    ${behind} more for the same cause`]),
    ...(first?.status === 'FAILED' ? [`    reproduce  ${replayOfRun(first.journeyId, runId)}`] : []),
  ];
};

/** How a journey ends at its first run is told above. */
const isNews = ({ kind }: Recorded['diff']['changes'][number]): boolean => kind !== 'NEW';

const readable = ({ run, journeys, diff }: Recorded): string => {
  const { passed, failed, skipped, inconclusive, totalTests } = run;
  const open = journeys.filter(({ status, causedBy }) => status !== 'PASSED' && !causedBy);
  const behind = (ids: ReadonlySet<string>): number =>
    journeys.filter(({ causedBy }) => causedBy && ids.has(causedBy)).length;
  return [
    `run ${run.runId} is ${run.status}: ${passed} of ${totalTests} passed, ${failed} failed, ${inconclusive} undecided, ${skipped} not run`,
    ...reasonLines(
      open.map((one) => ({ ...one, reason: one.reasonCode ?? null })),
      (own) => causeLines(own, behind(new Set(own.map(({ journeyId }) => journeyId))), run.runId),
    ),
    ...diff.changes
      .filter(isNews)
      .map(
        ({ name, kind, before, after }) =>
          `  ${kind.toLowerCase().replace('_', ' ')}  ${printable(name)}: ${before ?? 'none'} → ${after ?? 'none'}`,
      ),
    ...journeys.filter(({ flaky }) => flaky).map(({ name }) => `  flaky  ${printable(name)}`),
    '',
  ].join('\n');
};
