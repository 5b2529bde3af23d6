import { setTimeout as wait } from 'node:timers/promises';
import { exportJWK, generateKeyPair } from 'jose';
import type { Method } from '#contract/method.ts';
import { registry } from '#contract/endpoints/index.ts';
import { runWidgets, widgetSpec } from '#test/widgets.ts';
import type { Cost, CountedService, Sender } from './counted-service.ts';
import { walkBilling } from './walk-billing.ts';
import { walkJoining } from './walk-joining.ts';
import { walkTokens, walkWorkspaces } from './walk-account.ts';

export type Body = Record<string, string> & {
  run: { runId: string };
  journeys: { journeyId: string; testCaseId: string; status: string }[];
};

export type Call = (method: Method, path: string, body?: unknown, sender?: Sender) => Promise<Body>;

/**
 * Calls each endpoint once, in the order of a team's work, and returns the costs by operation. Throws if a call is
 * refused or an endpoint left out.
 */
export const walkApi = async (service: CountedService, cold: boolean): Promise<Map<string, Cost>> => {
  const { tenant, send } = service;
  const costs = new Map<string, Cost>();
  const call: Call = async (method, path, body, sender) => {
    const { operationId, answer, cost } = await send(method, path, body, cold, sender);
    // The deletion workflow may finish before the DELETE itself (known limits).
    const isGone = operationId === 'deleteProject' && answer.status === 404;
    if (answer.status >= 300 && !isGone) throw new Error(`${operationId} answered ${answer.status}: ${answer.body}`);
    if (!costs.has(operationId)) costs.set(operationId, cost);
    const isJson = answer.headers['content-type']?.includes('json') === true;
    return isJson && !isGone ? (JSON.parse(answer.body) as Body) : ({} as Body);
  };
  const get = (path: string): Promise<Body> => call('GET', path);
  // Not counted, because the first use of a token in five minutes writes a record.
  await get('/api/v1/me');
  costs.clear();
  await walkAccount(call, tenant.workspaceId);
  const workspace = `/api/v1/workspaces/${tenant.workspaceId}`;
  const project = `${workspace}/projects/${(await call('POST', `${workspace}/projects`, { name: 'Measured' }))['id']}`;
  await get(`${workspace}/projects`);
  await get(project);
  await call('PUT', project, { name: 'Measured', description: 'Measured' });
  await walkPersonas(call, `${project}/test-personas`);
  await walkTokens(call);
  await walkWorkspaces(call, workspace);
  await call('POST', `${workspace}/completions`, { before: 'A writer can create a note. A writer can ' });
  await walkJoining(call, service);
  await walkBilling(call, service, costs);
  await walkWebhooks(call, `${project}/webhooks`);
  const feature = `${project}/features/${(await call('POST', `${project}/features`, { name: 'Widgets' }))['id']}`;
  await get(`${project}/features`);
  await get(feature);
  await get(`/api/v1/features/${feature.split('/').at(-1)}`);
  await call('PUT', feature, { name: 'Measured', description: 'Measured' });
  await call('POST', `${feature}/persona-credentials`, { publicKey: await publicKey() });
  await walkDocuments(call, project, feature);
  await walkBuilds(call, feature);
  await walkRuns(call, project, feature);
  await call('DELETE', feature);
  await call('DELETE', project);
  const left = registry.filter(({ operationId }) => !costs.has(operationId));
  if (left.length > 0) throw new Error(`Not measured: ${left.map(({ operationId }) => operationId).join(', ')}`);
  return costs;
};

const publicKey = async () => exportJWK((await generateKeyPair('ECDH-ES', { crv: 'P-256' })).publicKey);

const walkAccount = async (call: Call, workspaceId: string): Promise<void> => {
  for (const path of ['/me', '/pats', '/workspaces', '/openapi.json', '/signing-key'])
    await call('GET', `/api/v1${path}`);
  for (const path of ['/', '/docs', '/api/v1/sign-in']) await call('GET', path);
  await call('GET', '/api/billing/subscription-status');
  const { patId, id } = await call('POST', '/api/v1/pats', { name: 'Measured' });
  await call('DELETE', `/api/v1/pats/${patId ?? id}`);
  const users = '/api/manage/users';
  const user = await call('POST', users, { email: `user-${crypto.randomUUID()}@example.test`, role: 'MEMBER' });
  await call('GET', users);
  await call('GET', `${users}/${user['id']}`);
  await call('PUT', `${users}/${user['id']}/role`, { role: 'VIEWER' });
  const member = `/api/manage/workspaces/${workspaceId}/members/${user['id']}`;
  await call('PUT', member, { role: 'VIEWER' });
  await call('DELETE', member);
  await call('DELETE', `${users}/${user['id']}`);
};

const walkPersonas = async (call: Call, path: string): Promise<void> => {
  const persona = {
    name: 'Admin',
    description: 'may do everything',
    scope: 'PROJECT',
    authType: 'BEARER',
    credentials: { token: 'measured-token' },
  };
  const { id } = await call('POST', path, persona);
  await call('GET', path);
  await call('PUT', `${path}/${id}`, persona);
  await call('DELETE', `${path}/${id}`);
};

const walkWebhooks = async (call: Call, path: string): Promise<void> => {
  const { id } = await call('POST', path, { url: 'https://hooks.example.com/measured' });
  await call('GET', path);
  await call('GET', `${path}/${id}/deliveries`);
  await call('DELETE', `${path}/${id}`);
};

const walkDocuments = async (call: Call, project: string, feature: string): Promise<void> => {
  const path = `${feature}/documents`;
  const { id } = await call('POST', path, {
    name: 'Widgets',
    type: 'PRD',
    content: '# Widgets\n\nA widget must be kept.\n',
  });
  await call('GET', path);
  await call('GET', `${path}/${id}`);
  await call('PUT', `${path}/${id}`, { name: 'Requirements' });
  const cases = `${project}/validation-cases`;
  const { workflowId } = await call('POST', `${cases}/generate`, { featureId: feature.split('/').at(-1) });
  await call('GET', `${cases}/generate/status/${workflowId}`);
  await call('GET', cases);
  await call('DELETE', `${path}/${id}`);
};

const walkBuilds = async (call: Call, feature: string): Promise<void> => {
  const { buildId } = await call('PUT', `${feature}/spec`, { spec: widgetSpec });
  const ready = async (id: string | undefined): Promise<void> => {
    for (;;) {
      const { state, reason } = await call('GET', `${feature}/builds/${id}`);
      if (state === 'READY') return;
      if (state === 'FAILED') throw new Error(`The build failed: ${reason}`);
      await wait(20);
    }
  };
  await ready(buildId);
  await call('GET', `${feature}/spec`);
  await call('GET', `${feature}/builds`);
  await call('GET', `${feature}/verifier?platform=node`);
  // Waits for the build, because it moves the feature and would disturb the next measurement.
  await ready((await call('POST', `${feature}/builds`, { force: true }))['id']);
};

const walkRuns = async (call: Call, project: string, feature: string): Promise<void> => {
  const { run, journeys } = await call('POST', `${feature}/verifier-runs`, {
    results: await runWidgets('forgets deletes'),
  });
  await call('POST', `${feature}/uploads`, { kind: 'RUN', sizeBytes: 9, sha256: '0'.repeat(64) });
  const failed = journeys.find(({ status }) => status === 'FAILED')!;
  const path = `${project}/test-runs/${run.runId}`;
  await call('GET', `${project}/test-runs`);
  await call('GET', path);
  await call('GET', `${path}/results`);
  await call('GET', `${path}/results/${failed.testCaseId}`);
  await call('GET', `${path}/results/${failed.testCaseId}/log`);
  await call('GET', `${feature}/verifier-runs/${run.runId}/attestation`);
  await walkCoverage(call, feature, journeys);
  await call('GET', '/api/v1/events');
};

const walkCoverage = async (call: Call, feature: string, journeys: Body['journeys']): Promise<void> => {
  const steps = [{ description: 'A widget is made', operationId: 'createWidget' }];
  await call('PUT', `${feature}/workbook`, { journeys: [{ name: 'Made', steps }] });
  await call('GET', `${feature}/workbook`);
  const waivers = `${feature}/coverage/waivers`;
  const { journeyId } = journeys.find(({ status }) => status === 'FAILED')!;
  await call('POST', waivers, { journeyId, reason: 'Measured' });
  await call('GET', waivers);
  for (const part of ['coverage', 'ship-status', 'access-matrix', 'requirements'])
    await call('GET', `${feature}/${part}`);
  await call('POST', `${feature}/workbook/sweep`);
  await call('POST', `${feature}/drafts`, { kind: 'PRD_SECTION', title: 'Widgets' });
  await call('POST', `${feature}/chat`, { question: 'What failed?' });
  await call('DELETE', `${waivers}/${journeyId}`);
};
