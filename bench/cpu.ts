import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Hono } from 'hono';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import type { LambdaHandler } from '#functions/support/lambda-handler.ts';
import { openTable } from '../local/table/open-table.ts';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';

const rounds = 9;
const perRound = 2_000;

/**
 * CPU per GET of the deployed handler, compared with a Hono hello in the same process. Table calls are answered from a
 * recording.
 */
export const run = async (): Promise<Figure[]> => {
  process.env['TABLE_NAME'] = 'service';
  process.env['AWS_REGION'] ??= 'us-east-1';
  const table = await openTable({});
  const owner = await createTenant(
    { tier: 'TEAM', email: 'owner@example.com', workspaceName: 'Bench' },
    new TenantRepository(connectTable(table)),
    systemRuntime,
  );
  replayStoreCalls(table.client);
  const { handler: getMe } = (await import('#functions/api/get-me.ts')) as { handler: LambdaHandler };
  const { handler: listProjects } = (await import('#functions/api/list-projects.ts')) as { handler: LambdaHandler };
  // Writing the log line is the handler's cost; the terminal is not.
  const write = process.stdout.write.bind(process.stdout);
  const muted = async (work: () => Promise<number>): Promise<number> => {
    process.stdout.write = () => true;
    try {
      return await work();
    } finally {
      process.stdout.write = write;
    }
  };
  const hono = new Hono().get('/hello', (context) => context.json({ hello: 'world' }));
  const hello = async (): Promise<unknown> => (await hono.request('/hello')).text();
  const path = `/api/v1/workspaces/${owner.workspaceId}/projects`;
  const base = await muted(() => cpuPerCall(hello));
  const me = await muted(() => cpuPerCall(() => call(getMe, '/api/v1/me', owner.token, {})));
  const list = await muted(() =>
    cpuPerCall(() => call(listProjects, path, owner.token, { workspaceId: owner.workspaceId })),
  );
  await table.close();
  return [
    atMost('Hono hello, for comparison', base, Number.POSITIVE_INFINITY, 'µs'),
    atMost('getMe over Hono hello', me / base, 7, '×'),
    atMost('listProjects over Hono hello', list / base, 7, '×'),
  ];
};

const call = async (handler: LambdaHandler, path: string, token: string, pathParameters: Record<string, string>) => {
  const result = await handler(
    {
      rawPath: path,
      rawQueryString: '',
      headers: { authorization: `Bearer ${token}`, host: 'api.example.com' },
      pathParameters,
      isBase64Encoded: false,
      requestContext: { domainName: 'api.example.com', http: { method: 'GET' } },
    },
    {},
  );
  if (result.statusCode !== 200) throw new Error(`answered ${result.statusCode}: ${result.body}`);
};

const cpuPerCall = async (work: () => Promise<unknown>): Promise<number> => {
  for (let index = 0; index < perRound; index++) await work();
  const figures: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    for (let index = 0; index < perRound; index++) await work();
    const { user, system } = process.cpuUsage(before);
    figures.push((user + system) / perRound);
  }
  return median(figures);
};

/** The number of recorded commands that are sent again at first, because the first use of a token writes a record. */
const firstCalls = 20;

/** Sends each command at first, and then returns the recorded response of an equal one. */
const replayStoreCalls = (real: DynamoDBClient): void => {
  const recorded = new Map<string, unknown>();
  let calls = 0;
  const send = real.send.bind(real) as (command: object) => Promise<unknown>;
  DynamoDBClient.prototype.send = async function replay(command: { constructor: { name: string }; input: object }) {
    const key = command.constructor.name + JSON.stringify(command.input);
    const known = recorded.get(key);
    if (known !== undefined && calls++ > firstCalls) return known;
    const output = await send(command);
    recorded.set(key, output);
    return output;
  } as never;
};
