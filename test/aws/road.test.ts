import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import * as ranges from '#adapters/dynamodb/ranges.ts';
import { hostPlatform } from '#builder/bun-packages.ts';
import { verifierFilename } from '#contract/verifier-file.ts';
import { mintScope } from '#domain/access/scope.ts';
import { checkContent } from '../../clients/verifier-file/check-verifier.ts';
import { downloadStatement } from '../../clients/verifier-file/download-statement.ts';
import { builtRunners } from '../builder/built-runners.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { publish } from '../support/road.ts';
import { openScenario } from '../support/scenario.ts';
import { writeProgram } from '../support/write-program.ts';
import { currentRelease, releaseByCommand, switchRelease } from './release.ts';

const scenario = await openScenario();
const todo = await startExampleTodo();
const folder = await mkdtemp(join(tmpdir(), 'dezycro-road-'));
afterAll(async () => {
  await todo.close();
  await rm(folder, { recursive: true });
});

const runFile = promisify(execFile);

/** What the road is walked with: the native verifier of this machine, where its runner is built, else that for Node. */
const platform = (await builtRunners()) === undefined ? 'node' : hostPlatform();
if (platform !== 'node') {
  const bucket = process.env['DOCUMENT_BUCKET']!;
  const before = await currentRelease(bucket);
  await releaseByCommand(bucket, platform);
  afterAll(() => switchRelease(bucket, before));
}

test('the road on the deployment: publish, state machine, signed download by the key of the key service, run, record, log, events, coverage', async () => {
  const { owner, tenantId, workspaceId } = await scenario.aTenant();
  const { body: project } = await owner.post(`/api/v1/workspaces/${workspaceId}/projects`, { name: 'Road' });
  const inProject = `/api/v1/workspaces/${workspaceId}/projects/${project.id}`;
  const { body: feature } = await owner.post(`${inProject}/features`, { name: 'Todos' });
  const path = `${inProject}/features/${feature.id}`;

  const spec = await (await fetch(`${todo.url}/openapi.json`)).json();
  const { buildId, build } = await publish({ owner }, path, spec);
  expect(build).toMatchObject({ state: 'READY', reason: null });
  expect((build['platforms'] as string[]).toSorted()).toEqual([...new Set(['node', platform])].toSorted());

  type Download = { url: string; provenanceUrl: string };
  const download = await owner.get<Download>(`${path}/verifier?platform=${platform}`);
  expect(download.status).toBe(200);
  const content = Buffer.from(await (await fetch(download.body.url)).arrayBuffer());
  const { body: key } = await owner.get<{ publicKey: string }>('/api/v1/signing-key');
  const { statement } = await downloadStatement(download.body.provenanceUrl, key.publicKey);
  checkContent(content, platform, statement);
  expect(statement.predicate).toMatchObject({ tenantId, featureId: feature.id, sequence: 1 });
  const file = join(folder, verifierFilename(platform));
  writeProgram(file, content);

  // Ends with 0, or this throws: the server is clean.
  const [program, ...first] = platform === 'node' ? [process.execPath, file] : [file];
  const { stdout } = await runFile(program!, [...first, 'run', '--all', '--base-url', todo.url, '--json']);
  const document = JSON.parse(stdout) as { journeys: object[] };
  expect(document.journeys.length).toBe(build['planCount']);
  type Recorded = { run: { runId: string; status: string; passed: number }; journeys: { testCaseId: string }[] };
  const gap = { operation: 'TodoController.updateAll', reason: 'no read shows what it did' };
  expect((await owner.post(`${path}/coverage/waivers`, gap)).status).toBe(201);
  const recorded = await owner.post<Recorded>(`${path}/verifier-runs`, { results: document, baseUrl: todo.url });
  expect(recorded.status, recorded.text.slice(0, 500)).toBe(201);
  const { run, journeys } = recorded.body;
  expect(run).toMatchObject({ status: 'COMPLETED', passed: build['planCount'] });

  const log = await owner.get<{ url: string }>(
    `${inProject}/test-runs/${run.runId}/results/${journeys[0]!.testCaseId}/log`,
  );
  expect(log.status).toBe(200);
  expect((await fetch(log.body.url)).status).toBe(200);

  const { body: feed } = await owner.get<{ events: { detail: { status: string } }[] }>('/api/v1/events');
  expect(feed.events.map(({ detail }) => detail.status)).toEqual(['QUEUED', 'BUILDING', 'READY']);
  // The table's stream has called the publisher, and the bus has taken each event.
  const outbox = ranges.eventsAfter(mintScope.tenant(tenantId), 0);
  await vi.waitFor(async () => {
    const { items } = await scenario.target.tables!(tenantId).query(outbox);
    expect(items.map(({ publishedAt }) => typeof publishedAt)).toEqual(['string', 'string', 'string']);
  }, 30_000);
  expect((await owner.get(`${path}/coverage`)).status).toBe(200);
  expect((await owner.get(path)).body).toMatchObject({ status: 'VERIFIED', currentBuildId: buildId });
}, 120_000);
