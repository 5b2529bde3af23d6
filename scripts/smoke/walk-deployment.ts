import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe } from '#contract/endpoints/me.ts';
import { getSignIn } from '#contract/endpoints/sign-in.ts';
import { callApi, type Connection } from '../../clients/api/call-api.ts';
import { startExampleTodo } from '#test/example-todo.ts';
import { runVerifier } from '../demo/run-verifier.ts';
import { type Build, ServiceClient } from '../demo/service-client.ts';

/** Stops of the road, in their order; the checklist refers to them. */
export const stops = ['reach', 'token', 'create', 'publish', 'pull', 'run', 'record', 'index', 'delete'] as const;
export type Stop = (typeof stops)[number];

/** Hears of each stop when it works, and what was seen there. */
export type OnStop = (stop: Stop, seen: string) => void;

/** The container that stamps waits up to 24 minutes for its place (decision record 36). */
const buildSeconds = 1500;

/**
 * Walks the road once against a running service, as one caller with one new project, which is deleted at the end: publish, READY, pull, run
 * against an example API on this machine, record. Throws what the stop throws that does not work.
 */
export const walkDeployment = async (connection: Connection, onStop: OnStop): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'dezycro-smoke-'));
  const example = await startExampleTodo();
  try {
    await walk(connection, { folder, url: example.url }, onStop);
  } finally {
    await example.close();
    rmSync(folder, { recursive: true });
  }
};

const walk = async (connection: Connection, on: { folder: string; url: string }, onStop: OnStop): Promise<void> => {
  const { issuer } = await callApi(connection, getSignIn, {});
  onStop('reach', `${connection.url}; people sign in at ${issuer}`);
  const { workspaces } = await callApi(connection, getMe, {});
  const workspaceId = workspaces[0]?.workspaceId;
  if (workspaceId === undefined) throw new Error('the token sees no workspace');
  onStop('token', 'taken, with a workspace');
  const client = new ServiceClient({ baseUrl: connection.url, token: connection.token, workspaceId });
  await client.createFeature('Smoke test');
  onStop('create', `project ${client.path.projectId} with a feature`);
  try {
    await verify(client, on, onStop);
  } finally {
    await client.deleteProject();
  }
  onStop('delete', 'the project is gone, its files follow');
};

const verify = async (client: ServiceClient, on: { folder: string; url: string }, onStop: OnStop): Promise<void> => {
  const spec = (await (await fetch(`${on.url}/openapi.json`)).json()) as Record<string, unknown>;
  const { build } = await client.publish(spec, buildSeconds);
  if (build.state !== 'READY') throw new Error(`the build ended ${build.state}: ${build.reason} ${build.message}`);
  onStop('publish', `build READY in ${build.durationMs} ms: ${build.planCount} journeys`);
  const file = join(on.folder, 'dezycro-verify.mjs');
  writeFileSync(file, await client.download());
  onStop('pull', 'the verifier through a signed URL, its signature checked');
  const results = await runVerifier(file, on.url, {});
  onStop('run', `${results.journeys.length} journeys against an example API on this machine`);
  const { run } = await client.record(results);
  checkRun(run, build);
  onStop('record', `run ${run.runId}: ${run.passed} of ${run.totalTests} passed`);
  const { data: found } = await client.runsWith(run.status);
  if (!found.some(({ runId }) => runId === run.runId)) throw new Error(`no run with the status ${run.status} is found`);
  onStop('index', `the run is found by its status ${run.status}`);
};

/** The example API is clean. */
const checkRun = ({ status, passed }: { status: string; passed: number }, { planCount }: Build): void => {
  if (status !== 'COMPLETED' || passed !== planCount)
    throw new Error(`the run is ${status} with ${passed} of ${planCount} journeys passed`);
};
