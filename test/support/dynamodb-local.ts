import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { fetchOracle } from './fetch-oracle.ts';
import { freePort } from './free-port.ts';
import { untilUp } from './until-up.ts';

const root = join(import.meta.dirname, '../..');
const jars = join(root, '.oracles/dynamodb-local/jars');

/**
 * Why AWS's own DynamoDB Local cannot run here, or undefined when it can. With ORACLES=1 it is fetched first.
 * The caller prints the reason: a skipped oracle is never a silent pass.
 */
export function missingDynamodbLocal(): string | undefined {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const version = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0);
  if (version < 17) return 'Java 17 is not on this machine';
  if (!existsSync(jars) && process.env['ORACLES'] === '1') return fetchOracle('install-dynamodb-local.sh');
  return existsSync(jars) ? undefined : 'it is not installed; run scripts/install-dynamodb-local.sh (or set ORACLES=1)';
}

/** Starts DynamoDB Local in memory on a free port of 127.0.0.1, with the table made. */
export async function startDynamodbLocal() {
  const port = await freePort();
  const server = spawn(
    'java',
    [
      `-Dsqlite4java.library.path=${jars}`,
      '-cp',
      join(jars, '*'),
      'com.amazonaws.services.dynamodbv2.local.main.ServerRunner',
      '-inMemory',
      '-sharedDb',
      '-disableTelemetry',
      '-port',
      String(port),
    ],
    { stdio: 'ignore' },
  );
  await listening(port, server);
  const client = new DynamoDBClient({
    region: 'local',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const tableName = 'service';
  await createTable(client, tableName);
  return {
    client,
    tableName,
    async close() {
      client.destroy();
      server.kill();
      await once(server, 'exit');
    },
  };
}

async function createTable(client: DynamoDBClient, tableName: string): Promise<void> {
  const { partitionKey, sortKey, index } = tableSchema;
  const names = [partitionKey, sortKey, index.partitionKey, index.sortKey];
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: partitionKey, KeyType: 'HASH' },
        { AttributeName: sortKey, KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: index.name,
          KeySchema: [
            { AttributeName: index.partitionKey, KeyType: 'HASH' },
            { AttributeName: index.sortKey, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
}

/** It prints nothing that says it listens, so the port itself is asked. */
async function listening(port: number, server: ChildProcess): Promise<void> {
  const isOpen = await untilUp(server, async () => {
    const socket = connect(port, '127.0.0.1');
    const heard = await once(socket, 'connect').catch(() => undefined);
    socket.destroy();
    return heard;
  });
  if (isOpen) return;
  throw new Error(`DynamoDB Local does not listen on port ${port} (exit code ${server.exitCode})`);
}
