import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEvents } from '#contract/endpoints/events.ts';
import { listProjects } from '#contract/endpoints/projects.ts';
import { getResultLog } from '#contract/endpoints/runs.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { callApi } from '../../clients/api/call-api.ts';
import { ServiceClient } from '../../scripts/demo/service-client.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { freePort } from '../support/free-port.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';

let folder: string;
let service: LocalServiceProcess;
/** The service ends and starts again, and nobody may have taken its port meanwhile. */
const atPort = ['--port', String(await freePort())];
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'durability-'));
  [service, todo] = await Promise.all([startLocalService(folder, atPort), startExampleTodo()]);
});
afterAll(async () => {
  await Promise.all([service.end('SIGKILL'), todo.close()]);
  rmSync(folder, { recursive: true });
});

/** Everything that the walked road left behind, as the public interface shows it. */
const everything = async (client: ServiceClient, runId: string): Promise<unknown> => {
  const { connection, path } = client;
  const [feature, coverage, results] = [await client.feature(), await client.coverage(), await client.results(runId)];
  const logs = results.data.map(({ testCaseId }) =>
    callApi(connection, getResultLog, { path: { ...path, runId, testCaseId } }),
  );
  const texts = (await Promise.all(logs)).map(async (log) => (await fetch(log.url)).text());
  return {
    feature,
    coverage,
    results,
    logs: await Promise.all(texts),
    verifier: createHash('sha256')
      .update(await client.download())
      .digest('hex'),
    projects: await callApi(connection, listProjects, { path }),
    events: await callApi(connection, listEvents, {}),
  };
};

it('a service killed after the whole road has every record, and the same token, when it starts again', async () => {
  const client = new ServiceClient(service.credentials);
  await client.createFeature('Todos');
  const { build } = await client.publish(
    (await (await fetch(`${todo.url}/openapi.json`)).json()) as Record<string, unknown>,
  );
  expect(build).toMatchObject({ state: 'READY', reason: null });
  const file = join(folder, 'dezycro-verify.mjs');
  writeFileSync(file, await client.download());
  const args = [file, 'run', '--all', '--base-url', todo.url, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { run } = await client.record(JSON.parse(stdout) as ResultDocument);
  const before = await everything(client, run.runId);
  const token = service.credentials.token;
  expect(await service.end('SIGKILL')).toMatchObject({ code: null, signal: 'SIGKILL' });
  service = await startLocalService(folder, atPort);
  expect(service.credentials.token).toBe(token);
  expect(service.stdout()).toBe(`ready ${service.origin}\n`);
  expect(await everything(client, run.runId)).toEqual(before);
  const endedMs = performance.now();
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  expect(performance.now() - endedMs).toBeLessThan(15_000);
});
