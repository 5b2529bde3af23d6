import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import type { Ports } from '#domain/ports/ports.ts';
import { FileBlobs } from './blob-store/file-blobs.ts';
import { serveBlob } from './blob-store/serve-blob.ts';
import { blobPath, SignedUrls } from './blob-store/signed-urls.ts';
import { localAssembler } from './builds/local-assembler.ts';
import { localSigner } from './builds/local-signer.ts';
import { createLocalServer, listen } from './http-server.ts';
import { openKeys } from './key-files.ts';
import { loadOperations, loadTasks } from './load-operations.ts';
import { type LocalTenant, openLocalTenant } from './local-tenant.ts';
import { logFailure, logRequest } from './log.ts';
import { type Arguments, StartRefused } from './parse-arguments.ts';
import { withRateLimits } from './rate-limits.ts';
import { openTable, TableInUse } from './table/open-table.ts';
import { loadMachines } from './workflows/load-machines.ts';
import { LocalWorkflows } from './workflows/local-workflows.ts';

export type LocalService = { origin: string; tenant: LocalTenant; close(): Promise<void> };

/** What the file system says of a folder that nobody can write to. */
const unusable = new Set(['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS']);
const expirySweepMs = 10 * 60_000;
/** How long what is under way may take to end before the service stops without it. */
const patienceMs = 1000;

/** The whole service in this process; resolves when every route answers. Throws StartRefused where port or folder is in use. */
export const openService = async ({ port, dataFolder, tier, rateLimits }: Arguments): Promise<LocalService> => {
  const loading = Promise.all([loadOperations(), loadTasks()]);
  const table = await openTable({ directory: join(dataFolder, 'table') }).catch((error: unknown) => {
    if (error instanceof TableInUse) throw new StartRefused(error.message);
    const { code } = error as NodeJS.ErrnoException;
    throw unusable.has(code ?? '')
      ? new StartRefused(`The data folder ${dataFolder} cannot be used (${code}).`)
      : error;
  });
  const tables = connectTable(table);
  const keys = openKeys(join(dataFolder, 'keys'));
  const runtime = systemRuntime;
  const blobs = new FileBlobs(join(dataFolder, 'blobs'));
  let origin = '';
  const urls = new SignedUrls({ secret: keys.urlSecret, origin: () => origin, now: Date.now });
  const [operations, taskOperations] = await loading;
  const workflows: LocalWorkflows = new LocalWorkflows({
    folder: join(dataFolder, 'workflows'),
    machines: loadMachines(new URL('../statemachines/', import.meta.url)),
    runTask: ({ name }, state) => taskOperations.get(name)!.run(state, { ...ports }, runtime),
    reportFailure: logFailure,
  });
  const ports: Ports = {
    ...tablePorts(tables),
    'blobs:read': blobs,
    'blobs:write': blobs,
    'blobs:sign': urls,
    'workflows:start': workflows,
    'verifiers:assemble': localAssembler(),
    'verifiers:sign': localSigner(keys.signingKey),
  };
  const access = new AccessRepository(tables, () => runtime.now());
  const server = createLocalServer({
    operations,
    dependencies: {
      access: rateLimits ? withRateLimits(access, Date.now) : access,
      ports: { ...ports },
      runtime,
      log: logRequest,
    },
    besides: { prefix: blobPath, answer: (request) => serveBlob(request, urls, blobs) },
  });
  try {
    origin = `http://127.0.0.1:${await listen(server, port)}`;
  } catch (error) {
    await table.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartRefused(`Port ${port} is in use. Stop the other process, or choose one: npm start -- --port 0`);
  }
  const tenant = await openLocalTenant({ baseUrl: origin, tier }, { folder: dataFolder, tables, access, runtime });
  await workflows.resume();
  const sweep = setInterval(
    () => void table.sweepExpired(Date.now()).catch((error: unknown) => logFailure('sweep', error)),
    expirySweepMs,
  );
  return {
    origin,
    tenant,
    async close() {
      clearInterval(sweep);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await Promise.all([workflows.close(patienceMs), Promise.race([closed, wait(patienceMs)])]);
      server.closeAllConnections();
      await closed;
      await table.close();
    },
  };
};
