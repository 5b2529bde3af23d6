import { listEvents } from '#contract/endpoints/events.ts';
import { buildState } from '#contract/schemas/builds.ts';
import { type Call, callerOf, type Connection } from '../api/call-api.ts';
import type { FeaturePath } from '../api/feature-path.ts';
import { eventsOfNewestBuild, type FeedEvent, firstEvent } from '../api/first-event.ts';
import { connectionOf } from '../login/login-file.ts';
import { closestName } from '#planner/intake/json/closest-name.ts';
import type { Command, Given } from './command-table.ts';
import { readConfig } from './config-file.ts';
import { findFeature } from './find-feature.ts';
import { usageError } from './parse-options.ts';
import { withProgress } from './with-progress.ts';

type Options = Given<'await-event'>['options'];

const timedOut = 124;
const buildStates = buildState.options;

/** `dezycro await-event`: blocks on the feed until an event fits; 124 when none did in time (decision record 5). */
export const awaitEvent: Command<'await-event'> = async ({ options: given }, io) => {
  const timeoutSeconds = secondsOf(given.timeout ?? '300');
  const cursor = cursorOf(given.after);
  checkStates(given.status);
  const connection = await connectionOf(io.env);
  const call = callerOf(connection);
  const path = await featureOf(connection, given);
  const isRelated = path === undefined ? () => true : await eventsOfNewestBuild(call, path, cursor);
  const types = given['event-types'] ?? 'VERIFIER_STATUS_UPDATE';
  const after = cursor ?? (path === undefined ? await endOfFeed(call, types) : '0');
  const { event } = await withProgress(`waiting for ${given.status ?? types}`, io, (show) =>
    firstEvent(call, {
      types,
      after,
      timeoutSeconds,
      isWanted: (each) => isRelated(each) && hasStatus(each, given.status),
      tellGap: () =>
        io.stderr(
          'Events after --after are no longer kept (seven days): the one that you wait for may be among them.\n',
        ),
      tell: (other) => {
        if (!isRelated(other)) return;
        show(other.detail.status);
        if (!io.stderrIsTerminal) io.stderr(`${lineOf(other.detail)}; still waiting\n`);
      },
    }),
  );
  if (event === undefined) {
    const message = `no event fitted within ${timeoutSeconds} s`;
    if (given.json)
      io.stdout(`${JSON.stringify({ error: { code: 'TIMEOUT', message, fix: 'Wait longer: --timeout' } })}\n`);
    io.stderr(`${message}\n`);
    return timedOut;
  }
  io.stdout(given.json ? `${JSON.stringify(event, null, 2)}\n` : `${lineOf(event.detail)}\n`);
  return 0;
};

const featureOf = async (connection: Connection, given: Options): Promise<FeaturePath | undefined> => {
  const isNamed = given.workspace ?? given.project ?? given.feature;
  if (given.any || (!isNamed && (await readConfig()).config === undefined)) return undefined;
  return findFeature(connection, given);
};

/** Refuses a state that no build has, because the wait would never end. */
const checkStates = (states: string | undefined): void => {
  const unknown = states?.split(',').find((state) => !buildStates.some((known) => known === state));
  if (unknown === undefined) return;
  const meant = closestName(unknown, buildStates);
  const rest = meant === undefined ? '.' : `; did you mean ${meant}?`;
  throw usageError(`--status takes ${buildStates.join(', ')}, not "${unknown}"${rest}`, 'await-event');
};

const hasStatus = ({ detail }: FeedEvent, states: string | undefined): boolean =>
  states === undefined || states.split(',').includes(detail.status);

const endOfFeed = async (call: Call, types: string): Promise<string> => {
  for (let after = '0'; ;) {
    const { events, next } = await call(listEvents, { query: { types, after, waitSeconds: 0 } });
    if (events.length === 0) return next;
    after = next;
  }
};

const lineOf = ({ buildId, status, reason, featureId }: FeedEvent['detail']): string =>
  `build ${buildId} of feature ${featureId} is ${status}${reason === undefined ? '' : ` (${reason})`}`;

const secondsOf = (text: string): number => {
  const seconds = Number(text);
  if (/^\d{1,6}$/.test(text)) return seconds;
  throw usageError(`--timeout takes whole seconds, not "${text}".`, 'await-event');
};

const cursorOf = (text: string | undefined): string | undefined => {
  if (text === undefined || /^\d{1,12}$/.test(text)) return text;
  throw usageError(`--after takes the cursor of an event, not "${text}".`, 'await-event');
};
