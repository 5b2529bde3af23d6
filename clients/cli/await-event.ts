import { listBuilds } from '#contract/endpoints/builds.ts';
import { listEvents } from '#contract/endpoints/events.ts';
import { callApi, type Connection } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command, Given } from './command-table.ts';
import { readConfig } from './config-file.ts';
import { type FeaturePath, findFeature } from './find-feature.ts';
import { usageError } from './parse-options.ts';
import { withProgress } from './with-progress.ts';

type Options = Given<'await-event'>['options'];
type Event = Awaited<ReturnType<typeof callApi<typeof listEvents>>>['events'][number];
type Watch = { isWanted: (event: Event) => boolean; isRelated: (event: Event) => boolean };

const timedOut = 124;
const longestPollSeconds = 25;

/** `dezycro await-event`: blocks on the feed until an event fits; 124 when none did in time (decision record 5). */
export const awaitEvent: Command<'await-event'> = async ({ options: given }, io) => {
  const timeoutSeconds = secondsOf(given.timeout ?? '300');
  const after = cursorOf(given.after);
  const connection = await connectionOf(io.env);
  const watch = await watchOf(connection, given);
  const types = given['event-types'] ?? 'VERIFIER_STATUS_UPDATE';
  const from = after ?? (watch === undefined ? await endOfFeed(connection, types) : '0');
  const wanted = watch ?? { isWanted: (event) => hasStatus(event, given.status), isRelated: () => true };
  const event = await withProgress(`waiting for ${given.status ?? types}`, io, (show) =>
    firstEvent(connection, types, from, timeoutSeconds, wanted, ({ detail }) => {
      show(detail.status);
      if (!io.stderrIsTerminal) io.stderr(`${lineOf(detail)}; still waiting\n`);
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

/** With a feature: its events, without a cursor only those of its newest build and later ones. Ids of builds are ordered by time. */
const watchOf = async (connection: Connection, given: Options): Promise<Watch | undefined> => {
  const path = await featureOf(connection, given);
  if (path === undefined) return undefined;
  const { data } = await callApi(connection, listBuilds, { path, query: { page: 1, size: 1 } });
  const newest = given.after === undefined ? (data[0]?.id ?? '') : '';
  const isRelated = ({ detail }: Event): boolean => detail.featureId === path.featureId && detail.buildId >= newest;
  return { isRelated, isWanted: (event) => isRelated(event) && hasStatus(event, given.status) };
};

const featureOf = async (connection: Connection, given: Options): Promise<FeaturePath | undefined> => {
  const isNamed = given.workspace ?? given.project ?? given.feature;
  if (given.any || (!isNamed && (await readConfig()).config === undefined)) return undefined;
  return findFeature(connection, given);
};

const hasStatus = ({ detail }: Event, states: string | undefined): boolean =>
  states === undefined || states.split(',').includes(detail.status);

const firstEvent = async (
  connection: Connection,
  types: string,
  from: string,
  timeoutSeconds: number,
  { isWanted, isRelated }: Watch,
  tell: (event: Event) => void,
): Promise<Event | undefined> => {
  const deadlineMs = performance.now() + timeoutSeconds * 1000;
  for (let after = from; ;) {
    const leftSeconds = Math.max(0, Math.floor((deadlineMs - performance.now()) / 1000));
    const waitSeconds = Math.min(longestPollSeconds, leftSeconds);
    const { events, next } = await callApi(connection, listEvents, { query: { types, after, waitSeconds } });
    const found = events.find(isWanted);
    if (found) return found;
    for (const event of events.filter(isRelated)) tell(event);
    if (events.length === 0 && performance.now() >= deadlineMs - 1000) return undefined;
    after = next;
  }
};

const endOfFeed = async (connection: Connection, types: string): Promise<string> => {
  for (let after = '0'; ;) {
    const { events, next } = await callApi(connection, listEvents, { query: { types, after, waitSeconds: 0 } });
    if (events.length === 0) return next;
    after = next;
  }
};

const lineOf = ({ buildId, status, reason, featureId }: Event['detail']): string =>
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
