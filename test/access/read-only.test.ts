import { expect } from 'vitest';
import { type Endpoint, pathParameters } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import { examplesOf } from '#contract/examples/index.ts';
import type { Tier } from '#domain/access/actor.ts';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

/** What is started here is not waited for. */
const nothingStarts = { start: async () => undefined };
const scenario = await openScenario((tables) => ({
  ...localPorts()(tables),
  'builds:start': nothingStarts,
  'generations:start': nothingStarts,
  'deletions:start': nothingStarts,
}));

const containers = ['workspaceId', 'projectId', 'featureId', 'notebookId', 'pageId'] as const;
type Ids = Record<(typeof containers)[number], string>;
/** Where a request goes, and which of its containers are above the limits of FREE, and of PRO. */
type Place = { ids: Ids; above: Partial<Record<Tier, string[]>> };

const placeIn = async (tenant: Tenant, workspaceId: string, features = 1) => {
  const inWorkspace = { ...tenant, workspaceId };
  const project = await aProject(inWorkspace);
  const made = [];
  for (let count = 0; count < features; count += 1) made.push((await aFeature(inWorkspace, project)).id);
  const notes = await notebookIn(tenant, workspaceId, 1);
  return made.map((featureId) => ({ workspaceId, projectId: project.id, featureId, ...notes[0]! }));
};

const notebookIn = async ({ owner }: Tenant, workspaceId: string, pages: number) => {
  const path = `/api/v1/workspaces/${workspaceId}/notebooks`;
  const { body: notebook } = await owner.post(path, { name: 'Notes' });
  const made = [];
  for (let count = 0; count < pages; count += 1) {
    const { body: page } = await owner.post(`${path}/${notebook.id}/pages`, { title: `${count}`, content: '' });
    made.push({ notebookId: notebook.id!, pageId: page.id! });
  }
  return made;
};

/** On TEAM: six workspaces; in the first two projects, four features in its first, five notebooks, 16 pages in its first. */
const aLargeTenant = async () => {
  const tenant = await scenario.aTenant('TEAM');
  const pages = await notebookIn(tenant, tenant.workspaceId, 16);
  const [oldest, , , newest] = await placeIn(tenant, tenant.workspaceId, 4);
  const [secondProject] = await placeIn(tenant, tenant.workspaceId);
  await notebookIn(tenant, tenant.workspaceId, 1);
  const [lastNotebook] = await notebookIn(tenant, tenant.workspaceId, 1);
  const others: string[] = [];
  for (let count = 0; count < 5; count += 1) others.push(await scenario.aWorkspace(tenant, `Workspace ${count}`));
  const [secondWorkspace] = await placeIn(tenant, others[0]!);
  const [lastWorkspace] = await placeIn(tenant, others.at(-1)!);
  const within = { ...oldest!, ...pages[0]! };
  const places: Record<string, Place> = {
    within: { ids: within, above: {} },
    'a feature above': { ids: { ...newest!, ...pages[0]! }, above: { FREE: ['featureId'] } },
    'in a project above': { ids: { ...secondProject!, ...pages[0]! }, above: { FREE: ['projectId'] } },
    'the second page': { ids: { ...within, ...pages[1]! }, above: { FREE: ['pageId'] } },
    'the 16th page': { ids: { ...within, ...pages[15]! }, above: { FREE: ['pageId'], PRO: ['pageId'] } },
    'in the fifth notebook': {
      ids: { ...within, ...lastNotebook! },
      above: { FREE: ['notebookId'], PRO: ['notebookId'] },
    },
    'in the second workspace': { ids: secondWorkspace!, above: { FREE: ['workspaceId'] } },
    'in the last workspace': { ids: lastWorkspace!, above: { FREE: ['workspaceId'], PRO: ['workspaceId'] } },
  };
  return { tenant, places };
};

const bodyOf = (endpoint: Endpoint, { ids }: Place): unknown => {
  const { request } = examplesOf(endpoint);
  return endpoint.operationId === 'generateValidationCases' ? { featureId: ids.featureId } : request;
};

/** What the page of billing says, not what the service derives. */
const isReadOnly = (endpoint: Endpoint, tier: Tier, { above }: Place): boolean => {
  const names = [
    ...pathParameters(endpoint.path),
    ...(endpoint.operationId === 'generateValidationCases' ? ['featureId'] : []),
  ];
  if (endpoint.method === 'DELETE') return false;
  if (names.some((name) => above[tier]?.includes(name))) return true;
  return (
    tier === 'FREE' &&
    ['createWorkspace', 'createProject', 'createFeature', 'createNotebook', 'createPage', 'inviteUser'].includes(
      endpoint.operationId,
    )
  );
};

/** Nothing goes: leaves are absent, and containers are not at this version. */
const call = async ({ owner }: Tenant, endpoint: Endpoint, place: Place) => {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => place.ids[name as keyof Ids] ?? absentId);
  const conditions: Record<string, string> = endpoint.method === 'DELETE' ? { 'if-match': '"999"' } : {};
  return owner.send(endpoint.method, path, bodyOf(endpoint, place), conditions);
};

/** Whoever leaves is gone: that endpoint writes in no container. */
const mutating = registry.filter(
  ({ method, permission, operationId }) => method !== 'GET' && permission !== 'public' && operationId !== 'leaveTenant',
);

const statusesOf = ({ owner }: Tenant, places: Record<string, Place>): Promise<number[]> =>
  Promise.all(
    Object.values(places).flatMap(({ ids: { workspaceId, projectId, featureId, notebookId, pageId } }) =>
      [`projects/${projectId}/features/${featureId}`, `notebooks/${notebookId}/pages/${pageId}`].map(
        async (path) => (await owner.get(`/api/v1/workspaces/${workspaceId}/${path}`)).status,
      ),
    ),
  );

testWithActors(
  '403: READ_ONLY_OVER_LIMIT in what is above and what lies in it, on each tier; after an upgrade all is writable, nothing is gone',
  async () => {
    const { tenant, places } = await aLargeTenant();
    const wrong: string[] = [];
    let cells = 0;
    for (const tier of ['FREE', 'PRO', 'ENTERPRISE', 'TEAM'] as const) {
      await scenario.grantTier(tenant.tenantId, tier);
      for (const endpoint of mutating)
        for (const [name, place] of Object.entries(places)) {
          const { status, body } = await call(tenant, endpoint, place);
          const found = body?.code === 'READ_ONLY_OVER_LIMIT';
          cells += 1;
          if (found !== isReadOnly(endpoint, tier, place) || (found && status !== 403))
            wrong.push(`${endpoint.operationId} ${name} on ${tier}: ${status} ${body?.code}`);
        }
      expect(await statusesOf(tenant, places)).toEqual(Object.keys(places).flatMap(() => [200, 200]));
    }
    console.log(`read-only: ${cells} cells`);
    expect(wrong).toEqual([]);
  },
  120_000,
);

testWithActors('204: what is above can be deleted, and with the last of it the tenant thaws', async () => {
  const { tenant, places } = await aLargeTenant();
  const { owner, tenantId } = tenant;
  const member = await scenario.aUser(tenant, 'MEMBER');
  await scenario.grantTier(tenantId, 'FREE');
  const invite = async () => {
    const body = { email: `${crypto.randomUUID()}@example.test`, role: 'VIEWER' };
    return (await owner.post('/api/manage/users', body)).status;
  };
  const projectOf = ({ ids: { workspaceId, projectId } }: Place) =>
    `/api/v1/workspaces/${workspaceId}/projects/${projectId}`;
  const newest = places['a feature above']!;
  const above = [
    `${projectOf(newest)}/features/${newest.ids.featureId}`,
    projectOf(places['in a project above']!),
    `/api/manage/users/${member.userId}`,
  ];
  for (const path of above) {
    expect(await invite()).toBe(403);
    expect((await owner.delete(path)).status).toBe(204);
  }
  // Five workspaces are above still.
  expect(await invite()).toBe(403);
});

testWithActors(
  '201: a FREE tenant within its limits adds Viewers, and is told of a limit by its own code',
  async () => {
    const tenant = await scenario.aTenant('FREE');
    const project = await aProject(tenant);
    for (let count = 0; count < 3; count += 1) await aFeature(tenant, project);
    const refused = await tenant.owner.post(`${project.path}/features`, { name: 'A fourth' });
    expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
    const viewer = { email: `${crypto.randomUUID()}@example.test`, role: 'VIEWER' };
    expect((await tenant.owner.post('/api/manage/users', viewer)).status).toBe(201);
  },
);
