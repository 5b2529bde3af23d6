import { afterAll, expect, test } from 'vitest';
import { allTools } from '../../clients/mcp/all-tools.ts';
import { absentId } from '../support/addresses.ts';
import { type Agent, agentOver, overHttp } from '../support/mcp-agent.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { type Caller, testWithActors } from '../support/scenario.ts';
import { serveScenario } from '../support/serve-scenario.ts';
import { readOnlySpec, runWidgets, widgetSpec } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const served = await serveScenario(scenario);
const agents: Agent[] = [];
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await served.close();
});
const agentOf = async ({ token }: Caller): Promise<Agent> => {
  const agent = await agentOver(overHttp(served.origin, token));
  agents.push(agent);
  return agent;
};

const { workspaceId } = tenant;
const projectId = project.id;
const ready = await aFeature();
await publish(tenant, ready.path);
const failed = await aFeature();
await publish(tenant, failed.path, readOnlySpec);
/** Its build goes on while the tools after it are called. */
const unpublished = await aFeature();
const results = await runWidgets();
const verified = await aFeature();
await publish(tenant, verified.path);
const { body: earlier } = await record(tenant.owner, verified.path, results);
const { body: generation } = await tenant.owner.post<{ workflowId: string }>(
  `${project.path}/validation-cases/generate`,
  { featureId: ready.id },
);
const owner = await agentOf(tenant.owner);
const aPersona = async (name: string): Promise<string> => {
  const body = { name, description: 'may only read', authType: 'BEARER', scope: 'PROJECT' };
  const { body: made } = await tenant.owner.post<{ id: string }>(`${project.path}/test-personas`, body);
  return made.id;
};
const [changed, removed] = [await aPersona('Changed'), await aPersona('Removed')];

type Row = {
  args: object;
  answer: object;
  /** What a Viewer meets: as in the interface. */
  viewer: 'may' | 'FORBIDDEN';
  /** Arguments that do not fit; what is said names the field. */
  wrong: readonly [args: object, field: string];
  /** Something that is not there. */
  absent?: object;
};

const feature = { featureId: ready.id };
const inWorkspace = { workspaceId, ...feature };
const inProject = { workspaceId, projectId };
const rows: Record<string, Row> = {
  list_workspaces: { args: {}, answer: { page: 1, size: 10 }, viewer: 'may', wrong: [{ size: 101 }, 'size'] },
  list_projects: {
    args: { workspaceId, size: 100 },
    answer: { data: expect.arrayContaining([expect.objectContaining({ id: projectId })]) },
    viewer: 'may',
    wrong: [{}, 'workspaceId'],
    absent: { workspaceId: absentId },
  },
  create_project: {
    args: { workspaceId, name: 'By an agent' },
    answer: { name: 'By an agent', status: 'ACTIVE' },
    viewer: 'FORBIDDEN',
    wrong: [{ workspaceId, name: ' ' }, 'name'],
    absent: { workspaceId: absentId, name: 'Nowhere' },
  },
  list_features: {
    args: inProject,
    answer: { data: expect.arrayContaining([expect.objectContaining({ id: ready.id })]) },
    viewer: 'may',
    wrong: [{ ...inProject, page: 0 }, 'page'],
    absent: { workspaceId, projectId: absentId },
  },
  create_feature: {
    args: { ...inProject, name: 'By an agent' },
    answer: { name: 'By an agent', status: 'DRAFT' },
    viewer: 'FORBIDDEN',
    wrong: [inProject, 'name'],
    absent: { workspaceId, projectId: absentId, name: 'Nowhere' },
  },
  get_feature: {
    args: feature,
    answer: { id: ready.id, status: 'SPEC_PUBLISHED' },
    viewer: 'may',
    wrong: [{ featureId: '1' }, 'featureId'],
    absent: { featureId: absentId },
  },
  list_personas: {
    args: { ...inProject, size: 100 },
    answer: { data: expect.arrayContaining([expect.objectContaining({ id: changed, envVar: 'AUTH_CHANGED' })]) },
    viewer: 'may',
    wrong: [{ ...inProject, scope: 'ALL' }, 'scope'],
    absent: { workspaceId, projectId: absentId },
  },
  create_persona: {
    args: { ...inProject, name: 'Made', description: 'may do everything', authType: 'BASIC', scope: 'PROJECT' },
    answer: { name: 'Made', authType: 'BASIC', hasCredentials: false },
    viewer: 'FORBIDDEN',
    wrong: [{ ...inProject, name: 'Made', authType: 'BASIC', scope: 'PROJECT' }, 'description'],
    absent: {
      workspaceId,
      projectId: absentId,
      name: 'Nowhere',
      description: 'reads',
      authType: 'NONE',
      scope: 'PROJECT',
    },
  },
  update_persona: {
    args: { ...inProject, personaId: changed, description: 'may read and write' },
    answer: { id: changed, name: 'Changed', description: 'may read and write' },
    viewer: 'FORBIDDEN',
    wrong: [{ ...inProject, personaId: changed, authType: 'MAGIC' }, 'authType'],
    absent: { ...inProject, personaId: absentId, description: 'nobody' },
  },
  delete_persona: {
    args: { ...inProject, personaId: removed },
    answer: { personaId: removed },
    viewer: 'FORBIDDEN',
    wrong: [inProject, 'personaId'],
    absent: { ...inProject, personaId: absentId },
  },
  publish_feature_spec: {
    args: { featureId: unpublished.id, spec: widgetSpec, envProvidedParams: [{ name: 'region' }] },
    answer: { specHash: expect.stringMatching(/^sha256:/), warnings: expect.any(Array) },
    viewer: 'FORBIDDEN',
    wrong: [{ featureId: unpublished.id, spec: 1 }, 'spec'],
    absent: { featureId: absentId, spec: widgetSpec },
  },
  await_event: {
    args: { ...feature, statuses: ['READY', 'QUEUED'] },
    answer: { event: { detail: expect.objectContaining({ featureId: ready.id }) } },
    viewer: 'may',
    wrong: [{ ...feature, waitSeconds: 21 }, 'waitSeconds'],
    absent: { featureId: absentId },
  },
  retry_verifier_build: {
    args: { featureId: failed.id },
    answer: { featureId: failed.id, state: 'QUEUED' },
    viewer: 'FORBIDDEN',
    wrong: [{ featureId: failed.id, force: 'yes' }, 'force'],
    absent: { featureId: absentId },
  },
  pull_verifier: {
    args: { ...feature, platform: 'node' },
    answer: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), url: expect.stringMatching(/^http/) },
    viewer: 'may',
    wrong: [{ ...feature, platform: 'amiga' }, 'platform'],
    absent: { featureId: absentId, platform: 'node' },
  },
  record_verifier_run: {
    args: { ...inWorkspace, results },
    answer: { run: expect.objectContaining({ status: 'COMPLETED', featureId: ready.id }) },
    viewer: 'FORBIDDEN',
    wrong: [{ ...inWorkspace, results: {} }, 'results'],
    absent: { workspaceId: absentId, featureId: ready.id, results },
  },
  get_coverage_report: {
    args: inWorkspace,
    answer: { featureId: ready.id, lifecycleBlocking: expect.any(Boolean) },
    viewer: 'may',
    wrong: [feature, 'workspaceId'],
    absent: { workspaceId: absentId, featureId: ready.id },
  },
  get_run_result: {
    args: { ...inProject, runId: earlier.run.runId, testCaseId: earlier.journeys[0]!.testCaseId },
    answer: { testCaseId: earlier.journeys[0]!.testCaseId, stepTraces: expect.any(Array) },
    viewer: 'may',
    wrong: [{ ...inProject, runId: earlier.run.runId }, 'testCaseId'],
    absent: { ...inProject, runId: absentId, testCaseId: absentId },
  },
  get_ship_status: {
    args: feature,
    answer: { ship: expect.any(Boolean), blockers: expect.any(Array) },
    viewer: 'may',
    wrong: [{}, 'featureId'],
    absent: { featureId: absentId },
  },
  list_requirements: {
    args: inWorkspace,
    answer: { data: [], totalElements: 0 },
    viewer: 'may',
    wrong: [feature, 'workspaceId'],
    absent: { workspaceId: absentId, featureId: ready.id },
  },
  waive_coverage: {
    args: { ...inWorkspace, journeyId: results.journeys[0]!.id, reason: 'Known' },
    answer: { reason: 'Known', author: { userId: tenant.userId }, expiresAt: null },
    viewer: 'FORBIDDEN',
    wrong: [{ ...inWorkspace, journeyId: results.journeys[0]!.id }, 'reason'],
    absent: { workspaceId, featureId: absentId, journeyId: results.journeys[0]!.id, reason: 'Known' },
  },
  get_workbook: {
    args: feature,
    answer: { flowVersion: expect.any(String), journeys: expect.any(Array) },
    viewer: 'may',
    wrong: [{}, 'featureId'],
    absent: { featureId: absentId },
  },
  update_workbook: {
    args: { ...feature, journeys: [{ name: 'Made', steps: [{ description: 'Make', operationId: 'createWidget' }] }] },
    answer: { journeys: [expect.objectContaining({ name: 'Made', enforcement: 'ENFORCED' })] },
    viewer: 'FORBIDDEN',
    wrong: [{ ...feature, journeys: [{ name: 'Made' }] }, 'journeys.0.steps'],
    absent: { featureId: absentId, journeys: [] },
  },
  sweep_workbook: {
    args: feature,
    answer: { findings: expect.any(Array), answeredBy: 'rules/1' },
    viewer: 'FORBIDDEN',
    wrong: [{}, 'featureId'],
    absent: { featureId: absentId },
  },
  create_draft: {
    args: { ...feature, kind: 'JOURNEY', title: 'Widgets' },
    answer: { kind: 'JOURNEY', title: 'Widgets', content: null },
    viewer: 'FORBIDDEN',
    wrong: [{ ...feature, kind: 'POEM', title: 'Widgets' }, 'kind'],
    absent: { featureId: absentId, kind: 'JOURNEY', title: 'Widgets' },
  },
  complete_text: {
    args: { workspaceId, before: 'A writer can create a widget. A writer can ' },
    answer: { completion: expect.any(String), answeredBy: expect.any(String) },
    viewer: 'FORBIDDEN',
    wrong: [{ workspaceId }, 'before'],
    absent: { workspaceId: absentId, before: 'A writer can ' },
  },
  ask_about_feature: {
    args: { ...feature, question: 'Can it ship?' },
    answer: { sentences: expect.arrayContaining([expect.objectContaining({ links: [expect.any(String)] })]) },
    viewer: 'FORBIDDEN',
    wrong: [{ ...feature, question: ' ' }, 'question'],
    absent: { featureId: absentId, question: 'Can it ship?' },
  },
  generation_status: {
    args: { ...inProject, workflowId: generation.workflowId },
    answer: { status: expect.stringMatching(/^(RUNNING|COMPLETED|FAILED)$/) },
    viewer: 'may',
    wrong: [inProject, 'workflowId'],
    absent: { ...inProject, workflowId: 'none' },
  },
};

test('every tool has its row here, and its schemas', () => {
  expect(Object.keys(rows).toSorted()).toEqual(allTools.map(({ name }) => name).toSorted());
  for (const { name, description, inputSchema, outputSchema, annotations } of owner.tools) {
    expect(description!.length, name).toBeGreaterThan(20);
    expect(inputSchema.properties, name).toBeDefined();
    expect(outputSchema!.properties, name).toBeDefined();
    expect(annotations!.readOnlyHint, name).toBe(rows[name]!.viewer === 'may');
  }
});

testWithActors(
  'while the tier is PRO every tool treats an Admin and an editor as Viewers; on TEAM they act again',
  async () => {
    const stored = [await scenario.aUser(tenant, 'ADMIN'), await scenario.anEditor(tenant)];
    const [admin, editor] = [await agentOf(stored[0]!), await agentOf(stored[1]!)];
    await scenario.grantTier(tenant.tenantId, 'PRO');
    for (const [name, { args, answer, viewer }] of Object.entries(rows))
      for (const agent of [admin, editor])
        if (viewer === 'may') expect(await agent.use(name, args), name).toMatchObject(answer);
        else expect(await agent.refused(name, args), name).toMatchObject({ code: viewer });
    await scenario.grantTier(tenant.tenantId, 'TEAM');
    for (const agent of [admin, editor])
      expect(await agent.use('update_persona', rows['update_persona']!.args)).toMatchObject({ id: changed });
  },
);

testWithActors.each(Object.entries(rows))(
  '%s answers as its schema says, refuses what does not fit, and whom the interface refuses',
  async (name, { args, answer, viewer, wrong: [wrongArgs, field], absent }) => {
    const viewing = await agentOf(await scenario.aViewer(tenant));
    if (viewer === 'may') expect(await viewing.use(name, args)).toMatchObject(answer);
    else {
      const refusal = await viewing.refused(name, args);
      expect(refusal).toMatchObject({ code: viewer, message: expect.stringMatching(/role/) });
      expect(await owner.use(name, args)).toMatchObject(answer);
    }
    const refused = await owner.refused(name, wrongArgs);
    expect([refused.code, refused.message]).toEqual(['INVALID_ARGUMENTS', expect.stringContaining(field)]);
    if (absent === undefined) return;
    expect(await owner.refused(name, absent)).toMatchObject({
      code: 'NOT_FOUND',
      fix: expect.stringContaining('list_'),
    });
    const stranger = await agentOf((await scenario.aTenant()).owner);
    expect((await stranger.refused(name, args)).code).toBe('NOT_FOUND');
  },
);

test('a verifier that is not ready says which tool to call', async () => {
  const fresh = await aFeature();
  expect(await owner.refused('pull_verifier', { featureId: fresh.id, platform: 'node' })).toMatchObject({
    code: 'VERIFIER_NOT_READY',
    fix: expect.stringContaining('await_event'),
  });
});

test('waiting ends without an event when none comes, and says where to go on', async () => {
  const fresh = await aFeature();
  const waited = await owner.use('await_event', { featureId: fresh.id, waitSeconds: 0 });
  expect(waited).toEqual({ event: null, next: expect.stringMatching(/^\d+$/) });
});

test('a tool that is not there is refused', async () => {
  expect((await owner.refused('drop_table')).code).toBe('UNKNOWN_TOOL');
});

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const post = (token: string | null, body: string, more: Record<string, string> = {}): Promise<Response> => {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const accept = 'application/json, text/event-stream';
  const headers = { accept, 'content-type': 'application/json', ...authorization, ...more };
  return fetch(`${served.origin}/mcp`, { method: 'POST', headers, body });
};

test('401: without a token nothing is answered, and an unknown one is told by the first tool', async () => {
  const none = await post(null, JSON.stringify(listTools));
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await none.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_workspaces', arguments: {} } };
  const wrong = await post('dzy_wrong', JSON.stringify(call));
  expect([wrong.status, await wrong.json()]).toEqual([401, expect.objectContaining({ code: 'UNAUTHENTICATED' })]);
});

test('what is no message is refused by the protocol, not by a failure of ours', async () => {
  const { token } = tenant.owner;
  expect((await post(token, '{')).status).toBe(400);
  expect((await post(token, JSON.stringify(listTools), { accept: 'text/html' })).status).toBe(406);
  expect((await post(token, JSON.stringify(listTools), { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post(token, JSON.stringify({ ...listTools, filler: 'x'.repeat(5_000_000) }))).status).toBe(413);
  const unknown = await (await post(token, JSON.stringify({ ...listTools, method: 'tools/none' }))).json();
  expect(unknown).toMatchObject({ error: { code: -32601 } });
});
