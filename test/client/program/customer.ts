/**
 * A customer's program against our interface: only what openapi-typescript
 * (as `service-api`) and openapi-fetch give. It publishes the spec
 * of an API, lets its verifier run against that API, and prints what came out of it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import type { components, paths } from 'service-api';

const { SERVICE_URL = '', ACCESS_TOKEN = '', API_URL = '' } = process.env;
const client = createClient<paths>({ baseUrl: SERVICE_URL, headers: { authorization: `Bearer ${ACCESS_TOKEN}` } });

type Answer<T> = { data?: T; error?: components['schemas']['Problem']; response: Response };

const valueOf = async <T>(answering: Promise<Answer<T>>): Promise<T> => {
  const { data, error, response } = await answering;
  if (data === undefined) throw new Error(`${response.status} ${error?.code}: ${error?.detail}`);
  return data;
};

const [workspace] = (await valueOf(client.GET('/api/v1/workspaces', {}))).data;
const inWorkspace = { workspaceId: workspace!.id };

const project = await valueOf(
  client.POST('/api/v1/workspaces/{workspaceId}/projects', { params: { path: inWorkspace }, body: { name: 'Todos' } }),
);
const inProject = { ...inWorkspace, projectId: project.id };

const feature = await valueOf(
  client.POST('/api/v1/workspaces/{workspaceId}/projects/{projectId}/features', {
    params: { path: inProject },
    body: { name: 'Lists', description: null },
  }),
);
const inFeature = { ...inProject, featureId: feature.id };

type Spec = components['schemas']['SpecToPublish']['spec'];
const spec = (await (await fetch(`${API_URL}/openapi.json`)).json()) as Spec;
const { buildId } = await valueOf(
  client.PUT('/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/spec', {
    params: { path: inFeature },
    body: { spec, envProvidedParams: [] },
  }),
);

const finishedBuild = async (): Promise<components['schemas']['VerifierBuildDetail']> => {
  for (;;) {
    const build = await valueOf(
      client.GET('/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/builds/{buildId}', {
        params: { path: { ...inFeature, buildId } },
      }),
    );
    if (build.state !== 'QUEUED' && build.state !== 'BUILDING') return build;
    await wait(100);
  }
};
const build = await finishedBuild();

const download = await valueOf(
  client.GET('/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/verifier', {
    params: { path: inFeature, query: { platform: 'node' } },
  }),
);
const folder = await mkdtemp(join(tmpdir(), 'customer-'));
const file = join(folder, 'verifier.mjs');
await writeFile(file, Buffer.from(await (await fetch(download.url)).arrayBuffer()));
const { stdout } = await promisify(execFile)(process.execPath, [file, 'run', '--all', '--base-url', API_URL, '--json']);
await rm(folder, { recursive: true });

const recorded = await valueOf(
  client.POST('/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}/verifier-runs', {
    params: { path: inFeature, header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { results: JSON.parse(stdout) as components['schemas']['RunToRecord']['results'], branch: 'main' },
  }),
);

const results = await valueOf(
  client.GET('/api/v1/workspaces/{workspaceId}/projects/{projectId}/test-runs/{runId}/results', {
    params: { path: { ...inProject, runId: recorded.run.runId }, query: { size: 100, status: 'PASSED' } },
  }),
);

const refused = await client.GET('/api/v1/workspaces/{workspaceId}/projects', {
  params: { path: inWorkspace, query: { size: 101 } },
});

console.log(
  JSON.stringify({
    build: build.state,
    planned: build.planCount,
    run: recorded.run.status,
    passed: results.totalElements,
    names: results.data.map(({ testName }) => testName),
    refused: refused.error?.code,
  }),
);
