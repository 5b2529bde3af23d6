import { exportJWK, generateKeyPair } from 'jose';
import { deliveryIn } from '#adapters/dynamodb/webhook-items.ts';
import { eventIn } from '#adapters/dynamodb/event-repository.ts';
import { itemOf } from '#adapters/dynamodb/condition-failed.ts';
import type { Cursor } from '#adapters/dynamodb/table.ts';
import type { Method } from '#contract/method.ts';
import type { StoredEvent } from '#domain/events/verifier-status-update.ts';
import type { Delivery, Reply } from '#domain/ports/webhook-repository.ts';
import { operation as delivering } from '#functions/jobs/deliver-webhooks.ts';
import { operation as publishing } from '#functions/jobs/publish-events.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { type EmbeddedTable, openTable } from '../../local/table/open-table.ts';
import { runWidgets, widgetSpec } from '#test/widgets.ts';
import { type Cost, type CountedService, openCountedService } from '../api/counted-service.ts';
import type { Body } from '../api/walk.ts';
import { type TableLoad, TableRecorder } from './table-load.ts';

/** The requests, jobs and table load of one activity of a tenant. */
export type Activity = TableLoad & { requests: ({ operation: string } & Cost)[]; jobs: ({ job: string } & Cost)[] };

/** The activities of a tenant, in the order in which they are recorded. */
export const activityNames = ['publish', 'pull', 'run', 'look', 'generate', 'wait'] as const;
export type ActivityName = (typeof activityNames)[number];
export type Trace = Record<ActivityName, Activity>;

/**
 * Runs each activity once, for a tenant with one project and a webhook, and records its load. The load includes the
 * state machine and jobs that it starts; they end before the next activity begins. Table load is recorded by partition.
 */
export const recordTrace = async (): Promise<Trace> => {
  const table = await openTable();
  const recorder = new TableRecorder(table);
  const news = newsOf(table);
  const service = await openCountedService(table);
  const trace = {} as Trace;
  const walker = new Walker(service, table);
  await walker.prepare();
  await runJobs(service, news);
  recorder.take();
  for (const name of activityNames) {
    await walker[name]();
    const jobs = await runJobs(service, news);
    trace[name] = { requests: walker.takeRequests(), jobs, ...recorder.take() };
  }
  await service.close();
  await table.close();
  return trace;
};

type News = { events: StoredEvent[]; deliveries: Delivery[] };

/** Collects the events and deliveries that the table's stream would send to jobs. */
const newsOf = (table: EmbeddedTable): News => {
  const news: News = { events: [], deliveries: [] };
  table.onChange(({ oldImage, newImage }) => {
    if (oldImage !== undefined || newImage === undefined) return;
    const item = itemOf(newImage as unknown as Cursor)!;
    const [event, delivery] = [eventIn(item), deliveryIn(item)];
    if (event) news.events.push(event);
    if (delivery) news.deliveries.push(delivery);
  });
  return news;
};

const accepted: Reply = { statusCode: 204, error: null, excerpt: null };

/** Runs the jobs with one call per event and delivery, which is the most expensive case. */
const runJobs = async (service: CountedService, news: News): Promise<Activity['jobs']> => {
  const done: Activity['jobs'] = [];
  for (const event of news.events.splice(0))
    done.push({
      job: publishing.job.name,
      ...(await service.runJob((ports) => publishing.run([event], ports, systemRuntime))),
    });
  for (const delivery of news.deliveries.splice(0)) {
    const sending = { 'webhooks:send': { post: async () => accepted } };
    const cost = await service.runJob((ports) => delivering.run([delivery], { ...ports, ...sending }, systemRuntime));
    done.push({ job: delivering.job.name, ...cost });
  }
  return done;
};

/** One team: an agent that publishes, a CI that pulls and runs, and people who read. */
class Walker {
  readonly #service: CountedService;
  readonly #table: EmbeddedTable;
  #requests: Activity['requests'] = [];
  #project = '';
  #feature = '';
  #runs = 0;

  constructor(service: CountedService, table: EmbeddedTable) {
    this.#service = service;
    this.#table = table;
  }

  async prepare(): Promise<void> {
    const projects = `/api/v1/workspaces/${this.#service.tenant.workspaceId}/projects`;
    this.#project = `${projects}/${(await this.#call('POST', projects, { name: 'Shop' }))['id']}`;
    await this.#call('POST', `${this.#project}/webhooks`, { url: 'https://hooks.example.com/dezycro' });
    const features = `${this.#project}/features`;
    this.#feature = `${features}/${(await this.#call('POST', features, { name: 'Widgets' }))['id']}`;
    // Publishes once before recording, so that no recorded publish is the first or reuses the files of an equal build.
    await this.#publishSpec('0');
    this.#requests = [];
  }

  takeRequests(): Activity['requests'] {
    return this.#requests.splice(0);
  }

  publish(): Promise<void> {
    return this.#publishSpec('1');
  }

  async pull(): Promise<void> {
    await this.#call('GET', `/api/v1/features/${this.#feature.split('/').at(-1)}`);
    await this.#call('GET', `${this.#feature}/verifier?platform=node`);
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
    await this.#call('POST', `${this.#feature}/persona-credentials`, { publicKey: await exportJWK(publicKey) });
  }

  async run(): Promise<void> {
    const results = await runWidgets(this.#runs++ % 2 === 0 ? 'forgets deletes' : undefined);
    await this.#call('POST', `${this.#feature}/verifier-runs`, { results });
    await this.#call('GET', `${this.#feature}/ship-status`);
  }

  async look(): Promise<void> {
    const { data } = (await this.#call('GET', `${this.#project}/test-runs`)) as unknown as {
      data: { runId: string }[];
    };
    const run = `${this.#project}/test-runs/${data[0]!.runId}`;
    const { data: results } = (await this.#call('GET', `${run}/results`)) as unknown as {
      data: { testCaseId: string }[];
    };
    await this.#call('GET', run);
    await this.#call('GET', `${run}/results/${results[0]!.testCaseId}`);
    await this.#call('GET', `${run}/results/${results[0]!.testCaseId}/log`);
    await this.#call('GET', this.#feature);
    await this.#call('GET', `${this.#feature}/coverage`);
  }

  async generate(): Promise<void> {
    const content = '# Widgets\n\nA widget must be kept. A deleted widget must not be shown.\n';
    await this.#call('POST', `${this.#feature}/documents`, { name: 'Widgets', type: 'PRD', content });
    const cases = `${this.#project}/validation-cases`;
    const featureId = this.#feature.split('/').at(-1);
    const ended = this.#ended('status', 'COMPLETED');
    const { workflowId } = await this.#call('POST', `${cases}/generate`, { featureId });
    await ended;
    await this.#call('GET', `${cases}/generate/status/${workflowId}`);
    await this.#call('GET', cases);
  }

  async wait(): Promise<void> {
    await this.#call('GET', '/api/v1/events?after=0');
  }

  async #publishSpec(version: string): Promise<void> {
    const spec = { ...widgetSpec, info: { title: 'Widgets', version } };
    const ended = this.#ended('state', 'READY');
    const { buildId } = await this.#call('PUT', `${this.#feature}/spec`, { spec });
    await ended;
    await this.#call('GET', `${this.#feature}/builds/${buildId}`);
  }

  /** Resolves when an item's attribute gets this value. Polling would appear in the trace. */
  #ended(attribute: string, value: string): Promise<void> {
    return new Promise((resolve) => {
      const ignore = this.#table.onChange(({ newImage }) => {
        if (newImage?.[attribute]?.['S'] !== value) return;
        ignore();
        resolve();
      });
    });
  }

  async #call(method: Method, path: string, body?: unknown): Promise<Body> {
    const { operationId, answer, cost } = await this.#service.send(method, path, body, false);
    if (answer.status >= 300) throw new Error(`${operationId} answered ${answer.status}: ${answer.body}`);
    const { finished: _, ...counts } = cost;
    this.#requests.push({ operation: operationId, ...counts });
    return answer.body.startsWith('{') ? (JSON.parse(answer.body) as Body) : ({} as Body);
  }
}
