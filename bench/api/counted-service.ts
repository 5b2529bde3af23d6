import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsumedCapacity, DynamoDBClient, TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import type { Method } from '#contract/method.ts';
import { registry } from '#contract/endpoints/index.ts';
import type { Tier } from '#domain/access/actor.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { logLine } from '#functions/support/write-log.ts';
import { toResult } from '#functions/support/api-gateway-event.ts';
import { compressed } from '#functions/support/compressed.ts';
import type { RawResponse, RequestLog } from '#http/operation.ts';
import { matchRoute } from '#http/route-table.ts';
import { serve } from '#http/serve.ts';
import { loadOperations } from '../../local/load-operations.ts';
import { openPorts } from '../../local/open-ports.ts';
import { type Input, type Output, readsOf } from '../scale/table-load.ts';
import { type LocalPayments, stockEmulator } from '../../local/payments/local-payments.ts';

/**
 * The cost of one request: sequential calls, calls of the payment provider, transactions, table units, objects,
 * signatures of the key service and bytes.
 */
export type Cost = {
  roundTrips: number;
  providerCalls: number;
  transactions: number;
  readUnits: number;
  writeUnits: number;
  objectReads: number;
  objectWrites: number;
  signatures: number;
  answerBytes: number;
  logBytes: number;
};

export const nothing: Cost = {
  roundTrips: 0,
  providerCalls: 0,
  transactions: 0,
  readUnits: 0,
  writeUnits: 0,
  objectReads: 0,
  objectWrites: 0,
  signatures: 0,
  answerBytes: 0,
  logBytes: 0,
};

type Running = Cost & { finished: number };

/** Ports that call another service in AWS. The other ports only compute. */
const remotePorts = [
  'blobs:read',
  'blobs:write',
  'blobs:remove',
  'secrets:encrypt',
  'secrets:decrypt',
  'llm-keys:encrypt',
  'identity-providers:write',
  'identity-providers:remove',
  'payment-events:publish',
  'webhook-secrets:encrypt',
  'signing-key:read',
  'verifiers:sign',
  'builds:start',
  'deletions:start',
  'generations:start',
];

/** The token of the sender, and further request headers. */
export type Sender = { by?: string } & Record<string, string>;

type Store = { client: DynamoDBClient; tableName: string };

const current = new AsyncLocalStorage<Running | undefined>();

/** Counts a call as one round trip after all calls that had ended when it began. Parallel calls count as one. */
const counted = async <T>(call: () => Promise<T>): Promise<T> => {
  const cost = current.getStore();
  if (cost === undefined) return call();
  const turn = cost.finished + 1;
  cost.roundTrips = Math.max(cost.roundTrips, turn);
  try {
    return await call();
  } finally {
    cost.finished = Math.max(cost.finished, turn);
  }
};

const countPort = <T extends object>(name: string, port: T): T =>
  new Proxy(port, {
    get: (target, method: string) => {
      const found = target[method as keyof T];
      if (typeof found !== 'function') return found;
      return (...args: unknown[]) =>
        counted(() => {
          // A started workflow runs on its own and is not counted for the request.
          const call = (): Promise<unknown> => found.apply(target, args) as Promise<unknown>;
          const cost = current.getStore();
          if (cost && name === 'blobs:read') cost.objectReads += 1;
          if (cost && name === 'blobs:write') cost.objectWrites += 1;
          if (cost && name === 'verifiers:sign') cost.signatures += 1;
          return name.endsWith(':start') ? current.exit(call) : call();
        });
    },
  });

const countCommands = (client: DynamoDBClient): void => {
  client.middlewareStack.add(
    (next) => (args) =>
      counted(async () => {
        const running = current.getStore();
        if (running && 'TransactItems' in args.input) running.transactions += 1;
        const result = await next(args);
        const { ConsumedCapacity: consumed } = result.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
        };
        const cost = current.getStore();
        for (const units of [consumed ?? []].flat()) addUnits(cost, units, args.input);
        // The embedded table reports none: its reads are counted by what they gave.
        if (cost && consumed === undefined)
          for (const { units } of readsOf(args.input as Input, result.output as Output)) cost.readUnits += units;
        return result;
      }),
    { step: 'initialize', name: 'counted' },
  );
};

/** Counts each response of the payment emulator as a sequential call. The emulator itself responds at once. */
const countPayments = ({ emulator }: LocalPayments): void => {
  if (emulator === undefined) throw new Error('Payments are counted at the emulator: unset STRIPE_SECRET_KEY.');
  const answer = emulator.answer.bind(emulator);
  emulator.answer = (asked) => {
    const cost = current.getStore();
    if (cost) {
      cost.providerCalls += 1;
      cost.finished += 1;
      cost.roundTrips = Math.max(cost.roundTrips, cost.finished);
    }
    return answer(asked);
  };
};

/** Asks the table for consumed units. The embedded engine does not report them; DynamoDB Local does. */
const askForUnits = (client: DynamoDBClient): void =>
  client.middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      return next(args);
    },
    { step: 'initialize', name: 'asksForUnits' },
  );

const addUnits = (cost: Running | undefined, units: ConsumedCapacity, input: object): void => {
  if (cost === undefined) return;
  const { CapacityUnits: all = 0 } = units;
  if ('TransactItems' in input) cost.writeUnits += transactionUnits(input as TransactWriteItemsCommandInput);
  else if ('RequestItems' in input || 'KeyConditionExpression' in input || 'ConsistentRead' in input)
    cost.readUnits += all;
  else cost.writeUnits += all;
};

/**
 * Write units of a transaction: two per KB of each item. DynamoDB Local reports four for any transaction. Items that
 * are updated or only checked are below 1 KB.
 */
export const transactionUnits = ({ TransactItems: items = [] }: TransactWriteItemsCommandInput): number =>
  items.reduce(
    (sum, { Put: put }) => sum + 2 * Math.ceil(put ? Buffer.byteLength(JSON.stringify(put.Item)) / 1024 : 1),
    0,
  );

/**
 * Opens the service with one tenant on a table engine; each request is measured. `units`: asks the table for its units.
 */
export const openCountedService = async (store: Store, { units = false } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-api-'));
  const tables = connectTable(store);
  countCommands(store.client);
  if (units) askForUnits(store.client);
  const { ports, workflows, payments, paymentEvents } = await openPorts({
    dataFolder: folder,
    tables,
    origin: () => 'http://service.test',
    now: () => new Date(),
    allowedWebhookHosts: [],
  });
  countPayments(payments);
  await stockEmulator(payments.emulator!);
  paymentEvents.onEvent(async () => {});
  const texts = new Map<string, string>();
  const outside = { ...ports, 'txt-records:read': { list: async (name: string) => [texts.get(name) ?? ''] } };
  const all = Object.entries(outside).map(([name, port]) => [
    name,
    remotePorts.includes(name) ? countPort(name, port) : port,
  ]);
  const operations = new Map((await loadOperations()).map((one) => [one.endpoint.operationId, one]));
  const newAccess = (): AccessRepository => new AccessRepository(tables, () => systemRuntime.now());
  const warm = newAccess();
  /** E-mail address by the credential that a person shows. */
  const people = new Map<string, string>();
  const dependencies = {
    signIn: {
      verify: async (shown: string) =>
        people.has(shown) ? { issuer: 'bench', subject: shown, provider: null } : undefined,
      findEmail: async (shown: string) => ({ address: people.get(shown)!, isVerified: true }),
    },
    ports: Object.fromEntries(all) as Record<string, unknown>,
    runtime: systemRuntime,
    log: (entry: RequestLog) => {
      const cost = current.getStore();
      if (cost) cost.logBytes += Buffer.byteLength(logLine(entry));
    },
  };
  const newTenant = (tier: Tier) => {
    const email = `owner-${randomUUID()}@example.test`;
    return createTenant({ tier, email, workspaceName: 'Bench' }, new TenantRepository(tables), systemRuntime);
  };
  const tenant = await newTenant('TEAM');

  /**
   * Sends a request. `by`: a token or a sign-in credential; by default the tenant's Owner. A text body is sent
   * unchanged. `cold`: as the first request of a process, which knows no token yet.
   */
  const send = async (method: Method, target: string, body: unknown, cold: boolean, { by, ...more }: Sender = {}) => {
    const [path = '', rawQuery = ''] = target.split('?', 2);
    const { route, pathParameters } = matchRoute(registry, method, path);
    const cost: Running = { ...nothing, finished: 0 };
    const access = cold ? newAccess() : warm;
    const headers = { authorization: `Bearer ${by ?? tenant.token}`, 'content-type': 'application/json', ...more };
    const request = {
      requestId: randomUUID(),
      path,
      pathParameters,
      rawQuery,
      headers,
      baseUrl: 'http://service.test',
    };
    const whole =
      body === undefined ? request : { ...request, body: typeof body === 'string' ? body : JSON.stringify(body) };
    const answer = await current.run(cost, () =>
      serve(operations.get(route.operationId)!, whole, { ...dependencies, access }),
    );
    cost.answerBytes = sentBytes(operations.get(route.operationId)!.endpoint.success.isSecret, answer);
    return { operationId: route.operationId, answer, cost };
  };
  /** The cost of a job that uses the service's ports. */
  const runJob = async (work: (ports: Record<string, unknown>) => Promise<unknown>): Promise<Cost> => {
    const cost: Running = { ...nothing, finished: 0 };
    await current.run(cost, () => work(dependencies.ports));
    return cost;
  };
  const close = async (): Promise<void> => {
    await workflows.close(10_000);
    rmSync(folder, { recursive: true });
  };
  return { tenant, newTenant, people, texts, payments, paymentEvents, send, runJob, close };
};

/** Bytes of an answer for a client that takes gzip, as all do that we know of. */
const sentBytes = (isSecret: boolean, answer: RawResponse): number => {
  const { body, isBase64Encoded } = isSecret ? toResult(answer) : compressed(toResult(answer), 'gzip');
  return isBase64Encoded ? Buffer.byteLength(body, 'base64') : Buffer.byteLength(body);
};

export type CountedService = Awaited<ReturnType<typeof openCountedService>>;
