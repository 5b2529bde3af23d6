import { expect } from 'vitest';
import { aFeature, aProject } from './addresses.ts';
import { aFailingFeature } from './failing-feature.ts';
import { aDocument, endOfGeneration } from './generate.ts';
import type { Scenario, Tenant } from './scenario.ts';
import { aNotebook, aPage } from './notebooks.ts';

/** The ids of a project that has one of everything, by the name of their path parameter. */
export type InhabitedProject = Record<
  | 'workspaceId'
  | 'projectId'
  | 'featureId'
  | 'personaId'
  | 'documentId'
  | 'workflowId'
  | 'buildId'
  | 'runId'
  | 'testCaseId'
  | 'journeyId'
  | 'webhookId'
  | 'notebookId'
  | 'pageId'
  | 'userId'
  | 'tokenId',
  string
>;

/** A project of the tenant with a published feature, a run, a waiver and whatever else has an id; its user and token are the tenant's own. */
export const anInhabitedProject = async (scenario: Scenario, tenant: Tenant): Promise<InhabitedProject> => {
  const { owner, workspaceId } = tenant;
  const project = await aProject(tenant);
  const feature = await aFailingFeature({ scenario, tenant, project, aFeature: () => aFeature(tenant, project) });
  const notebook = await aNotebook(tenant);
  const make = async (path: string, body: object): Promise<string> => {
    const { status, body: made, text } = await owner.post(path, body);
    expect(status, text).toBe(201);
    return String(made.id);
  };
  const journeyId = feature.failing[0]!;
  expect((await owner.post(feature.waivers, { journeyId, reason: 'Known' })).status).toBe(201);
  const documentId = await aDocument(owner, feature.path);
  const generations = `${project.path}/validation-cases/generate`;
  const { body: workflow } = await owner.post(generations, { featureId: feature.id });
  await endOfGeneration(owner, `${generations}/status/${String(workflow['workflowId'])}`);
  const { body: builds } = await owner.get<{ data: { id: string }[] }>(`${feature.path}/builds`);
  const { body: runs } = await owner.get<{ data: { runId: string }[] }>(`${project.path}/test-runs`);
  const [run] = runs.data;
  const { body: results } = await owner.get<{ data: { testCaseId: string }[] }>(
    `${project.path}/test-runs/${run!.runId}/results`,
  );
  const persona = { name: 'Somebody', description: 'Somebody', authType: 'BEARER', scope: 'PROJECT' };
  return {
    workspaceId,
    projectId: project.id,
    featureId: feature.id,
    personaId: await make(`${project.path}/test-personas`, persona),
    documentId,
    workflowId: String(workflow['workflowId']),
    buildId: builds.data[0]!.id,
    runId: run!.runId,
    testCaseId: results.data[0]!.testCaseId,
    journeyId,
    webhookId: await make(`${project.path}/webhooks`, { url: 'https://hooks.example.com/x' }),
    notebookId: notebook.id,
    pageId: (await aPage(tenant, notebook)).id,
    userId: tenant.userId,
    tokenId: await make('/api/v1/pats', { name: 'A token' }),
  };
};
