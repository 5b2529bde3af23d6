import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { signInTokens } from '#functions/support/sign-in.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { RateLimits } from '#http/rate-limits.ts';
import type { RequestLog } from '#http/operation.ts';
import { uploadPath } from './blob-store/local-uploads.ts';
import { serveBlob } from './blob-store/serve-blob.ts';
import { blobPath } from './blob-store/signed-urls.ts';
import { LocalClock } from './clock.ts';
import { LocalJobs } from './jobs/local-jobs.ts';
import { convertPlans } from './convert-plans.ts';
import { convertUsers } from './convert-users.ts';
import { createLocalServer, listen } from './http-server.ts';
import { loadOperation, loadOperations } from './load-operations.ts';
import { type LocalTenant, openLocalTenant, tenantIdIn } from './local-tenant.ts';
import { logFailure, logRequest } from './log.ts';
import { openPorts } from './open-ports.ts';
import { type Arguments, StartRefused } from './parse-arguments.ts';
import { paymentRoutes, startPayments } from './payments/payment-routes.ts';
import { openDataFolder } from './private-files.ts';
import { localPages } from './sign-in/local-pages.ts';
import { bothIssuers } from './sign-in/sign-in-tokens.ts';
import { writeAtStart } from './storage-failure.ts';
import { type EmbeddedTable, openTable, TableUnavailable } from './table/open-table.ts';
import type { LocalWorkflows } from './workflows/local-workflows.ts';

export type LocalService = { origin: string; tenant: LocalTenant; close(): Promise<void> };

/** What the file system says of a folder that nobody can write to. */
const unusable = new Set(['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS']);
const expirySweepMs = 10 * 60_000;
/** How long what is under way may take to end before the service stops without it. */
const patienceMs = 1000;

export type Surroundings = { runtime: Runtime; log: (entry: RequestLog) => void };

const thisMachine: Surroundings = { runtime: systemRuntime, log: logRequest };

/** The whole service in this process; resolves when every route answers. Throws StartRefused where port or folder cannot be had. */
export const openService = async (
  { port, dataFolder, tier, rateLimits, clock: start, allowedWebhookHosts }: Arguments,
  { runtime: given, log } = thisMachine,
): Promise<LocalService> => {
  const clock = start && new LocalClock(start);
  const runtime = clock?.runtime ?? given;
  const table = await openTableIn(dataFolder);
  const tables = connectTable(table);
  let origin = '';
  const local = openPorts({ dataFolder, tables, origin: () => origin, now: runtime.now, allowedWebhookHosts });
  const { ports, downloads, uploads, urls, workflows, payments, signIn } = local;
  const jobs = new LocalJobs({ table, ports: { ...ports }, runtime, reportFailure: logFailure });
  local.paymentEvents.onEvent((event) => jobs.applyPayments(event));
  const access = new AccessRepository(tables, () => runtime.now());
  const limits = rateLimits ? new RateLimits(Date.now) : undefined;
  const tokens = bothIssuers(signIn, signInTokens(), runtime.now);
  const waking = { ...runtime, wait: (durationMs: number) => jobs.waitForNews(durationMs) };
  const server = createLocalServer({
    operationOf: loadOperation,
    dependencies: { access, signIn: tokens, ports: { ...ports }, runtime: waking, limits, log },
    mcp: async (request) => (await import('#functions/mcp.ts')).serveMcp(request, origin, log),
    besides: [
      { prefix: blobPath, answer: (request) => serveBlob(request, urls, downloads) },
      { prefix: `${localPages}/`, answer: signIn.answer },
      { prefix: uploadPath, answer: (request) => uploads.take(request) },
      ...paymentRoutes(payments, clock, () => tenant.renewToken().then(() => jobs.runTimed())),
    ],
  });
  const tenantId = tenantIdIn(dataFolder);
  try {
    // Before anybody can call: a request in between would meet records of both forms.
    if (tenantId !== undefined) {
      await writeAtStart('the conversion of older users', () => convertUsers(table, tables, tenantId, runtime));
      await writeAtStart('the conversion of older tenants', () => convertPlans(table, tables, tenantId));
    }
    origin = `http://127.0.0.1:${await listen(server, port)}`;
  } catch (error) {
    await table.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartRefused(`Port ${port} is in use. Stop the other process, or choose one: npm start -- --port 0`);
  }
  const tenant = await openLocalTenant({ baseUrl: origin, tier }, { folder: dataFolder, tables, access, runtime });
  const endPayments = await startPayments(payments);
  await workflows.resume();
  await jobs.sweep(0);
  // Nobody waits for servers of others.
  void jobs.deliver();
  void jobs.expire();
  void jobs.endInvitations();
  void jobs.seal();
  await uploads.removeOld(new Date());
  const sweep = setInterval(() => {
    table.sweepExpired(Date.now()).catch((error: unknown) => logFailure('the sweep of expired items', error));
    uploads.removeOld(new Date()).catch((error: unknown) => logFailure('the sweep of old uploads', error));
    tenant.renewToken().catch((error: unknown) => logFailure('the renewal of the token of this machine', error));
  }, expirySweepMs);
  // The first request of an endpoint need not wait for its file then.
  setImmediate(() => loadOperations().catch((error: unknown) => logFailure('the loading of the endpoints', error)));
  return {
    origin,
    tenant,
    close: () => {
      clearInterval(sweep);
      endPayments();
      return close(server, workflows, jobs, table);
    },
  };
};

const openTableIn = async (dataFolder: string): Promise<EmbeddedTable> => {
  try {
    openDataFolder(dataFolder);
    return await openTable({ directory: join(dataFolder, 'table') });
  } catch (error) {
    if (error instanceof TableUnavailable) throw new StartRefused(error.message);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (unusable.has(code)) throw new StartRefused(`The data folder ${dataFolder} cannot be used (${code}).`);
    throw error;
  }
};

const close = async (
  server: Server,
  workflows: LocalWorkflows,
  jobs: LocalJobs,
  table: EmbeddedTable,
): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.all([workflows.close(patienceMs), Promise.race([closed, wait(patienceMs)])]);
  server.closeAllConnections();
  await closed;
  await jobs.close(patienceMs);
  await table.close();
};
