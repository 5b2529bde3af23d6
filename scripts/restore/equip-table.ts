import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { recoveryDays } from '../../lib/recovery.ts';
import { untilActive } from './restore-table.ts';
import type { Say } from './say.ts';

/**
 * Turns on what a restored table lacks: stream, protection, expiry, point-in-time recovery, tags. What is on stays as it is. The ARN of its stream.
 */
export const equipTable = async (
  client: DynamoDBClient,
  name: string,
  tags: Record<string, string>,
  say: Say,
): Promise<string> => {
  const { arn, stream } = await turnOnStream(client, name, say);
  await turnOnExpiry(client, name, say);
  await turnOnRecovery(client, name, say);
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  await client.send(new TagResourceCommand({ ResourceArn: arn, Tags }));
  say(`Tags of ${name}: ${Object.keys(tags).join(', ')}.`);
  return stream;
};

/** And its protection: the table is updated once. */
const turnOnStream = async (
  client: DynamoDBClient,
  name: string,
  say: Say,
): Promise<{ arn: string; stream: string }> => {
  const before = await untilActive(client, name, say);
  const hasStream = before.StreamSpecification?.StreamEnabled === true;
  if (!hasStream || !before.DeletionProtectionEnabled) {
    const stream = { StreamEnabled: true, StreamViewType: tableSchema.streamViewType };
    const update = { DeletionProtectionEnabled: true, ...(!hasStream && { StreamSpecification: stream }) };
    await client.send(new UpdateTableCommand({ TableName: name, ...update }));
  }
  const { TableArn: arn, LatestStreamArn: stream } = await untilActive(client, name, say);
  if (!arn || !stream) throw new Error(`Table ${name} has no stream, though it was turned on.`);
  say(`Stream and deletion protection of ${name}: on.`);
  return { arn, stream };
};

const turnOnExpiry = async (client: DynamoDBClient, TableName: string, say: Say): Promise<void> => {
  const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (expiry?.TimeToLiveStatus !== 'ENABLED' && expiry?.TimeToLiveStatus !== 'ENABLING') {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: tableSchema.timeToLiveAttribute };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  say(`Expiry of ${TableName} by ${tableSchema.timeToLiveAttribute}: on.`);
};

const turnOnRecovery = async (client: DynamoDBClient, TableName: string, say: Say): Promise<void> => {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  if (backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus !== 'ENABLED') {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: recoveryDays };
    await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  }
  say(`Point-in-time recovery of ${TableName}: on, ${recoveryDays} days.`);
};
