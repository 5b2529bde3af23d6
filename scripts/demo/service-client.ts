import { createHash } from 'node:crypto';
import type { build, buildDetail, publishedSpec, verifierDownload } from '#contract/schemas/builds.ts';
import type { coverageReport } from '#contract/schemas/coverage.ts';
import type { eventFeed } from '#contract/schemas/events.ts';
import type { feature } from '#contract/schemas/features.ts';
import type { recordedRun, testCaseResult } from '#contract/schemas/runs.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { LocalCredentials } from '../../local/local-tenant.ts';

export type Feature = z.output<typeof feature>;
export type Build = z.output<typeof build>;
export type BuildDetail = z.output<typeof buildDetail>;
export type RecordedRun = z.output<typeof recordedRun>;
export type Result = z.output<typeof testCaseResult>;
export type Coverage = z.output<typeof coverageReport>;

/** The service's public interface as one caller uses it for one new feature; anything but a success throws with the answer's text. */
export class ServiceClient {
  readonly #credentials: LocalCredentials;
  #project = '';
  #feature = '';

  constructor(credentials: LocalCredentials) {
    this.#credentials = credentials;
  }

  /** A project with one feature; everything below is about them. */
  async createFeature(name: string): Promise<void> {
    const projects = `/api/v1/workspaces/${this.#credentials.workspaceId}/projects`;
    const project = await this.send<{ id: string }>('POST', projects, { name });
    this.#project = `${projects}/${project.id}`;
    const created = await this.send<Feature>('POST', `${this.#project}/features`, { name });
    this.#feature = `${this.#project}/features/${created.id}`;
  }

  /** Publishes a spec and waits for the event that ends its build. */
  async publish(spec: object): Promise<BuildDetail> {
    const { buildId } = await this.send<z.output<typeof publishedSpec>>('PUT', `${this.#feature}/spec`, { spec });
    for (let after = '0'; ;) {
      const path = `/api/v1/events?types=VERIFIER_STATUS_UPDATE&after=${after}&waitSeconds=25`;
      const feed = await this.send<z.output<typeof eventFeed>>('GET', path);
      const ended = feed.events.find(({ detail }) => detail.buildId === buildId && /READY|FAILED/.test(detail.status));
      if (ended) return this.send<BuildDetail>('GET', `${this.#feature}/builds/${buildId}`);
      if (feed.events.length === 0) throw new Error(`build ${buildId} did not end within 25 s`);
      after = feed.next;
    }
  }

  /** The verifier's file through its signed URL, which takes no token; checked against the digest. */
  async download(): Promise<Uint8Array> {
    const path = `${this.#feature}/verifier?platform=node`;
    const { url, sha256 } = await this.send<z.output<typeof verifierDownload>>('GET', path);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`the download answered ${answer.status}: ${await answer.text()}`);
    const content = new Uint8Array(await answer.arrayBuffer());
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error('the download is damaged');
    return content;
  }

  record = (results: object): Promise<RecordedRun> =>
    this.send<RecordedRun>('POST', `${this.#feature}/verifier-runs`, { results });

  results = (runId: string): Promise<{ data: Result[] }> =>
    this.send('GET', `${this.#project}/test-runs/${runId}/results?size=100`);

  coverage = (): Promise<Coverage> => this.send<Coverage>('GET', `${this.#feature}/coverage`);

  feature = (): Promise<Feature> => this.send<Feature>('GET', this.#feature);

  async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { baseUrl, token } = this.#credentials;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}
