import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { setTimeout as wait } from 'node:timers/promises';
import { RestoreRefused, type Say } from './say.ts';

export type TableRestore = {
  /** The table to restore from, if it is to be begun. */
  source: string;
  target: string;
  at: Date;
};

const pollSeconds = 5;

/**
 * Makes the target from what the source was at a moment, unless it is there already, and waits until it can be used: minutes to hours, by its size.
 * The source is only read. Throws RestoreRefused.
 */
export const restoreTable = async (client: DynamoDBClient, restore: TableRestore, say: Say): Promise<void> => {
  const { target, at } = restore;
  if ((await describeTable(client, target)) === undefined) await begin(client, restore, say);
  const source = originOf(await untilActive(client, target, say), at);
  say(`Table ${target} holds what ${source} held at ${at.toISOString()}.`);
};

export const describeTable = async (
  client: DynamoDBClient,
  TableName: string,
): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

/** The description of the table once nothing changes it. */
export const untilActive = async (client: DynamoDBClient, name: string, say: Say): Promise<TableDescription> => {
  const begunMs = Date.now();
  for (let polls = 1; ; polls += 1) {
    const table = await describeTable(client, name);
    if (table === undefined) throw new RestoreRefused(`Table ${name} is gone while it was waited for.`);
    if (table.TableStatus === 'ACTIVE') return table;
    if (polls % 12 === 0)
      say(`Table ${name} is ${table.TableStatus} for ${Math.round((Date.now() - begunMs) / 1000)} s.`);
    await wait(pollSeconds * 1000);
  }
};

const begin = async (client: DynamoDBClient, { source, target, at }: TableRestore, say: Say): Promise<void> => {
  await checkWindow(client, source, at);
  const restore = { SourceTableName: source, TargetTableName: target, RestoreDateTime: at };
  await client.send(new RestoreTableToPointInTimeCommand(restore));
  say(`Table ${target} is being restored from ${source}; a second call takes up this one.`);
};

const checkWindow = async (client: DynamoDBClient, source: string, at: Date): Promise<void> => {
  const answer = await client
    .send(new DescribeContinuousBackupsCommand({ TableName: source }))
    .catch((error: Error) => {
      if (error.name !== 'TableNotFoundException' && !(error instanceof ResourceNotFoundException)) throw error;
      throw new RestoreRefused(`There is no table ${source}. Name the one to restore from: --from TABLE.`);
    });
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    answer.ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (earliest === undefined || latest === undefined)
    throw new RestoreRefused(`Table ${source} has no point-in-time recovery. Name another one: --from TABLE.`);
  if (at < earliest || at > latest)
    throw new RestoreRefused(
      `Table ${source} can be restored to moments from ${earliest.toISOString()} to ${latest.toISOString()}. For an earlier one name the table before it: --from TABLE; for a later one wait.`,
    );
};

/** The table that it was restored from. One of this name that was made otherwise holds something else. */
const originOf = ({ TableName, RestoreSummary: made }: TableDescription, at: Date): string => {
  if (made?.RestoreDateTime?.getTime() !== at.getTime())
    throw new RestoreRefused(
      `Table ${TableName} is there, but was not restored at ${at.toISOString()}. Delete it, or name another moment.`,
    );
  return made.SourceTableArn?.split('/').at(-1) ?? 'a table';
};
