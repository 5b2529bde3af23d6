import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startExampleTodo } from '../support/example-todo.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';
import { agentOver, overHttp } from '../support/mcp-agent.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let service: LocalServiceProcess;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-'));
  [service, todo] = await Promise.all([startLocalService(join(folder, 'data')), startExampleTodo()]);
});
afterAll(async () => {
  await Promise.all([service.end('SIGTERM'), todo.close()]);
  rmSync(folder, { recursive: true });
});

type Found = { id: string };
type List = { data: Found[] };

/** What an agent does between its tool calls: fetch the verifier and run it. */
const runVerifier = async ({ url, sha256 }: { url: string; sha256: string }, baseUrl: string): Promise<object> => {
  const content = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  const file = join(folder, 'dezycro-verify.mjs');
  writeFileSync(file, content);
  const args = [file, 'run', '--all', '--base-url', baseUrl, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as object;
};

it('over HTTP an agent goes from a spec to coverage with tool calls alone', async () => {
  const agent = await agentOver(overHttp(service.origin, service.credentials.token));
  try {
    const workspaceId = (await agent.use<List>('list_workspaces')).data[0]!.id;
    const { id: projectId } = await agent.use<Found>('create_project', { workspaceId, name: 'Shop' });
    const { id: featureId } = await agent.use<Found>('create_feature', { workspaceId, projectId, name: 'Todos' });
    const spec = await (await fetch(`${todo.url}/openapi.json`)).text();
    const published = await agent.use<{ buildId: string }>('publish_feature_spec', { featureId, spec });
    type Waited = { event: { detail: Record<string, unknown> } | null };
    const { event } = await agent.use<Waited>('await_event', { featureId });
    expect(event!.detail).toMatchObject({ buildId: published.buildId, status: 'READY' });
    const offer = await agent.use<{ url: string; sha256: string }>('pull_verifier', { featureId, platform: 'node' });
    const results = await runVerifier(offer, todo.url);
    type Recorded = { run: { runId: string; status: string }; journeys: { status: string }[] };
    const recorded = await agent.use<Recorded>('record_verifier_run', { workspaceId, featureId, results });
    expect(recorded.run.status).toBe('COMPLETED');
    expect(recorded.journeys.length).toBeGreaterThan(5);
    const again = await agent.use<Recorded>('record_verifier_run', { workspaceId, featureId, results });
    expect(again.run.runId).toBe(recorded.run.runId);
    type Gaps = { flowGaps: { operation: string }[] };
    const { flowGaps } = await agent.use<Gaps>('get_coverage_report', { workspaceId, featureId });
    expect(flowGaps.map(({ operation }) => operation)).toEqual(['TodoController.updateAll']);
    const waiver = { workspaceId, featureId, operation: flowGaps[0]!.operation, reason: 'no read shows it' };
    expect(await agent.use('waive_coverage', waiver)).toMatchObject({ operation: 'TodoController.updateAll' });
    const more = { ...results, endedAt: new Date().toISOString() };
    await agent.use('record_verifier_run', { workspaceId, featureId, results: more });
    const coverage = await agent.use('get_coverage_report', { workspaceId, featureId });
    expect(coverage).toMatchObject({ featureId, decisiveFailures: [], lifecycleBlocking: false });
    expect(await agent.use('get_feature', { featureId })).toMatchObject({ id: featureId, status: 'VERIFIED' });
  } finally {
    await agent.close();
  }
});

it('over stdio `dezycro mcp` has the same tools, as whoever is logged in', async () => {
  const main = join(import.meta.dirname, '../../clients/cli/main.ts');
  const agentAs = (token: string) => {
    const env = { DEZYCRO_URL: service.origin, DEZYCRO_TOKEN: token, HOME: folder };
    return agentOver(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env }));
  };
  const [known, unknown, overNet] = await Promise.all([
    agentAs(service.credentials.token),
    agentAs('dzy_wrong'),
    agentOver(overHttp(service.origin, service.credentials.token)),
  ]);
  expect(known.tools).toEqual(overNet.tools);
  expect(await known.use('list_workspaces')).toEqual(await overNet.use('list_workspaces'));
  expect((await unknown.refused('list_workspaces')).code).toBe('UNAUTHENTICATED');
  await Promise.all([known, unknown, overNet].map((agent) => agent.close()));
});
