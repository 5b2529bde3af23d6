import { getBuild } from '#contract/endpoints/builds.ts';
import { getCoverage, getShipStatus, waiveCoverage } from '#contract/endpoints/coverage.ts';
import { createDocument } from '#contract/endpoints/documents.ts';
import { listEvents } from '#contract/endpoints/events.ts';
import { createFeature, getFeature } from '#contract/endpoints/features.ts';
import { createPersona } from '#contract/endpoints/personas.ts';
import { createProject, deleteProject } from '#contract/endpoints/projects.ts';
import { listRequirements } from '#contract/endpoints/requirements.ts';
import { listResults, listRuns } from '#contract/endpoints/runs.ts';
import { generateValidationCases, getGenerationStatus } from '#contract/endpoints/validation-cases.ts';
import { recordRun } from '#contract/endpoints/verifier-runs.ts';
import { getSigningKey } from '#contract/endpoints/signing-key.ts';
import { publishFeatureSpec } from '#contract/endpoints/specs.ts';
import { getVerifierDownload } from '#contract/endpoints/verifier.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { callApi, type CallInput, type Connection } from '../../clients/api/call-api.ts';
import { download } from '../../clients/api/download.ts';
import { checkContent } from '../../clients/verifier-file/check-verifier.ts';
import { downloadStatement } from '../../clients/verifier-file/download-statement.ts';
import type { LocalCredentials } from '../../local/local-tenant.ts';

type Answered<E extends Parameters<typeof callApi>[1]> = Awaited<ReturnType<typeof callApi<E>>>;
export type Build = Answered<typeof getBuild>;
export type RecordedRun = Answered<typeof recordRun>;
export type Result = Answered<typeof listResults>['data'][number];
export type FeedEvent = Answered<typeof listEvents>['events'][number];
export type Persona = Answered<typeof createPersona>;
export type Waiver = Answered<typeof waiveCoverage>;
export type ShipStatus = Answered<typeof getShipStatus>;
export type Requirement = Answered<typeof listRequirements>['data'][number];
export type Coverage = Answered<typeof getCoverage>;

/** The service's public interface as one caller uses it for one new feature. Throws what `callApi` throws. */
export class ServiceClient {
  readonly connection: Connection;
  readonly #workspaceId: string;
  #projectId = '';
  #featureId = '';

  constructor({ baseUrl, token, workspaceId }: Pick<LocalCredentials, 'baseUrl' | 'token' | 'workspaceId'>) {
    this.connection = { url: baseUrl, token };
    this.#workspaceId = workspaceId;
  }

  get path(): { workspaceId: string; projectId: string; featureId: string } {
    return { workspaceId: this.#workspaceId, projectId: this.#projectId, featureId: this.#featureId };
  }

  /** A project with one feature; everything below is about them. */
  async createFeature(name: string): Promise<void> {
    const inWorkspace = { path: this.path, body: { name } };
    this.#projectId = (await callApi(this.connection, createProject, inWorkspace)).id;
    const inProject = { path: this.path, body: { name } };
    this.#featureId = (await callApi(this.connection, createFeature, inProject)).id;
  }

  addPersona = (persona: { name: string; description: string }): Promise<Answered<typeof createPersona>> =>
    callApi(this.connection, createPersona, {
      path: this.path,
      body: { ...persona, authType: 'BEARER', scope: 'PROJECT' },
    });

  /** Writes down what the feature must do, and waits until its cases are made. */
  async require(content: string): Promise<void> {
    const { connection, path } = this;
    await callApi(connection, createDocument, {
      path,
      body: { name: 'PRD', type: 'PRD', content, status: 'COMPLETED' },
    });
    const body = { featureId: this.#featureId };
    const { workflowId } = await callApi(connection, generateValidationCases, { path, body });
    for (let tries = 0; tries < 100; tries += 1) {
      const { status, message } = await callApi(connection, getGenerationStatus, { path: { ...path, workflowId } });
      if (status === 'COMPLETED') return;
      if (status === 'FAILED') throw new Error(`the generation ended FAILED: ${message}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the generation did not end within 10 s');
  }

  /** Publishes a spec and waits for the event that ends its build; without one for so long, throws. */
  async publish(spec: Record<string, unknown>, patienceSeconds = 25): Promise<{ build: Build; event: FeedEvent }> {
    const { connection, path } = this;
    const deadlineMs = Date.now() + patienceSeconds * 1000;
    const { buildId } = await callApi(connection, publishFeatureSpec, { path, body: { spec } });
    for (let after = '0'; ;) {
      const feed = await callApi(connection, listEvents, { query: { after, waitSeconds: 25 } });
      const ended = feed.events.find(({ detail }) => detail.buildId === buildId && /READY|FAILED/.test(detail.status));
      if (ended) return { build: await callApi(connection, getBuild, { path: { ...path, buildId } }), event: ended };
      if (feed.events.length === 0 && Date.now() >= deadlineMs)
        throw new Error(`build ${buildId} did not end within ${patienceSeconds} s`);
      after = feed.next;
    }
  }

  /** The verifier's file through its signed URL, which takes no token; checked against its signature. */
  async download(): Promise<Uint8Array> {
    const { connection, path } = this;
    const key = await callApi(connection, getSigningKey, {});
    const offer = await callApi(connection, getVerifierDownload, { path, query: { platform: 'node' } });
    const content = await download(offer.url, () => undefined);
    const { statement } = await downloadStatement(offer.provenanceUrl, key.publicKey);
    checkContent(content, 'node', statement);
    return content;
  }

  record = (results: ResultDocument): Promise<RecordedRun> =>
    callApi(this.connection, recordRun, { path: this.path, body: { results } } as CallInput<typeof recordRun>);

  results = (runId: string): Promise<Answered<typeof listResults>> =>
    callApi(this.connection, listResults, { path: { ...this.path, runId }, query: { page: 1, size: 100 } });

  /** What a filter by status finds: the only read of a person that goes by the index. */
  runsWith = (status: RecordedRun['run']['status']): Promise<Answered<typeof listRuns>> =>
    callApi(this.connection, listRuns, { path: this.path, query: { status, page: 1, size: 100 } });

  coverage = (): Promise<Coverage> => callApi(this.connection, getCoverage, { path: this.path });

  waive = (
    subject: { journeyId: string } | { operation: string },
    reason: string,
    expiresAt: string,
  ): Promise<Answered<typeof waiveCoverage>> =>
    callApi(this.connection, waiveCoverage, { path: this.path, body: { ...subject, reason, expiresAt } });

  requirements = async (): Promise<Requirement[]> =>
    (await callApi(this.connection, listRequirements, { path: this.path, query: { page: 1, size: 100 } })).data;

  shipStatus = (): Promise<Answered<typeof getShipStatus>> =>
    callApi(this.connection, getShipStatus, { path: this.path, query: {} });

  feature = (): Promise<Answered<typeof getFeature>> => callApi(this.connection, getFeature, { path: this.path });

  deleteProject = (): Promise<Answered<typeof deleteProject>> =>
    callApi(this.connection, deleteProject, { path: this.path });
}
