import { getCoverage, getShipStatus } from '#contract/endpoints/coverage.ts';
import { getFeature } from '#contract/endpoints/features.ts';
import { getProject } from '#contract/endpoints/projects.ts';
import { listRuns } from '#contract/endpoints/runs.ts';
import { type Answer, callApi, type Connection } from '../api/call-api.ts';
import type { FeaturePath } from '../api/feature-path.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { printable } from './printable.ts';
import { reasonLines, replayOfRun } from './reason-groups.ts';
import { commitOf } from './revision.ts';

const blocked = 1;

/** `dezycro ship`: the gate of a release; 0 ships, 1 does not, and says why. */
export const ship: Command<'ship'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const commitId = given.commit ?? commitOf(io.env);
  const query = commitId === null ? {} : { commitId };
  const status = await callApi(connection, getShipStatus, { path, query });
  if (given.json) io.stdout(`${JSON.stringify(status, null, 2)}\n`);
  else {
    const [project, feature, runs] = await Promise.all([
      callApi(connection, getProject, { path }),
      callApi(connection, getFeature, { path }),
      callApi(connection, listRuns, { path, query: { page: 1, size: 100 } }),
    ]);
    const lastRun = runs.data.find((run) => run.featureId === path.featureId && run.counts);
    const about = [
      `${printable(project.name)}/${printable(feature.name)}`,
      ...(commitId === null ? [] : [`commit ${printable(commitId)}`]),
      ...(!status.specHash ? [] : [`spec ${status.specHash.slice(0, 19)}`]),
      ...(lastRun === undefined ? [] : [runLine(lastRun)]),
    ].join(' · ');
    io.stdout(status.ship ? `ship  ${about}\n` : `do not ship  ${about}: ${status.blockers.length} blocking\n`);
    const failedIn = await runsOf(connection, path, status.blockers);
    for (const line of blockerLines(status.blockers, failedIn)) io.stdout(`${line}\n`);
  }
  return status.ship ? 0 : blocked;
};

type Run = Answer<typeof listRuns>['data'][number];

const runLine = ({ runId, startedAt, passed, totalTests, commitId }: Run): string =>
  `run ${runId.slice(0, 8)} of ${startedAt.slice(0, 16).replace('T', ' ')} UTC${!commitId ? '' : ` at ${printable(commitId.slice(0, 12))}`}: ${passed} of ${totalTests} passed`;

type Blockers = Answer<typeof getShipStatus>['blockers'];

/** The runs in which journeys failed. */
const runsOf = async (
  connection: Connection,
  path: FeaturePath,
  blockers: Blockers,
): Promise<Map<string, string | null>> => {
  if (!blockers.some(({ code }) => code === 'DECISIVE_FAILURE')) return new Map();
  const { decisiveFailures } = await callApi(connection, getCoverage, { path });
  return new Map(decisiveFailures.map(({ journeyId, runId }) => [journeyId, runId ?? null]));
};

/** What many journeys have in common is one line; the first of those that failed shows how it is repeated. */
const blockerLines = (blockers: Blockers, runs: ReadonlyMap<string, string | null>): string[] =>
  [...Map.groupBy(blockers, ({ code }) => code)].flatMap(([code, own]) => {
    const journeys = own.map((one) => ({ ...one, name: one.name ?? one.message }));
    const isTold = code === 'FLOW_GAP' || journeys.every(({ name }, at) => name === own[at]?.message);
    if (isTold || own.length === 1)
      return own.flatMap((one) => [
        `  ${[code, printable(one.message), one.verdict, one.reason].filter(Boolean).join('  ')}`,
        ...replayLines(one.journeyId, runs),
        ...refutedLines([one]),
      ]);
    return [
      `  ${code}  ${own.length}`,
      ...reasonLines(journeys, ([first]) => replayLines(first?.journeyId, runs)).map((line) => `  ${line}`),
      ...refutedLines(own),
    ];
  });

/** The sentences of the documents that what failed was to prove. */
const refutedLines = (blockers: Blockers): string[] =>
  [...new Set(blockers.flatMap(({ requirements = [] }) => requirements))].map(
    (sentence) => `    refutes    ${printable(sentence)}`,
  );

const replayLines = (journeyId: string | undefined, runs: ReadonlyMap<string, string | null>): string[] => {
  const runId = journeyId === undefined ? undefined : runs.get(journeyId);
  return journeyId && runId ? [`    reproduce  ${replayOfRun(journeyId, runId)}`] : [];
};
