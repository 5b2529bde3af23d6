import { Agent, request } from 'node:http';
import type { LocalServiceProcess } from './local-service.ts';

export type Answered = { status: number; body: string };

/**
 * Writers that make features, and a document in every tenth, one after the other over connections that stay open. What
 * was answered 201 is acknowledged: it must be there for ever.
 */
export class WriteLoad {
  readonly features: { projectPath: string; id: string }[] = [];
  readonly documents: { path: string; content: string }[] = [];
  /** Answers by status; 0 counts requests without answer. */
  readonly statuses = new Map<number, number>();
  /** Bodies of refusals that are not 503. */
  readonly surprises: string[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #service: LocalServiceProcess;
  readonly #name: string;
  #isEnding = false;
  #writers: Promise<void>[] = [];

  constructor(service: LocalServiceProcess, name: string) {
    this.#service = service;
    this.#name = name;
  }

  get acknowledged(): number {
    return this.features.length + this.documents.length;
  }

  /** Makes a project for each writer, and lets them write until `end`. */
  async start(writers: number): Promise<void> {
    const { workspaceId } = this.#service.credentials;
    const path = `/api/v1/workspaces/${workspaceId}/projects`;
    const made = Array.from({ length: writers }, (_, n) => this.send('POST', path, { name: `${this.#name} ${n}` }));
    const projects = await Promise.all(made);
    this.#writers = projects.map(({ status, body }) => {
      if (status !== 201) throw new Error(`a project was answered ${status}: ${body}`);
      return this.#write(`${path}/${(JSON.parse(body) as { id: string }).id}`);
    });
  }

  /** Waits until so many are acknowledged; rejects where nothing more is for 60 s. */
  async until(acknowledged: number): Promise<void> {
    let last = this.acknowledged;
    for (let lastAt = performance.now(); this.acknowledged < acknowledged;) {
      if (this.acknowledged > last) [last, lastAt] = [this.acknowledged, performance.now()];
      if (performance.now() - lastAt > 60_000) throw new Error(`nothing is acknowledged any more after ${last}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Waits until so many requests were answered 503. */
  async untilRefused(refused: number): Promise<void> {
    const until = performance.now() + 60_000;
    while ((this.statuses.get(503) ?? 0) < refused) {
      if (performance.now() > until) throw new Error('no write was refused');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** No writer begins anything new; resolves when what is under way has ended, with an answer or without. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#writers);
    this.#agent.destroy();
  }

  /** Status 0 stands for no answer. */
  send(method: string, path: string, body?: unknown): Promise<Answered> {
    const headers = {
      authorization: `Bearer ${this.#service.credentials.token}`,
      'content-type': 'application/json',
    };
    return new Promise((resolve) => {
      const none = (): void => resolve({ status: 0, body: '' });
      const sent = request(`${this.#service.origin}${path}`, { method, headers, agent: this.#agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, body: text })).on('error', none);
      });
      sent.on('error', none).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  async #write(projectPath: string): Promise<void> {
    for (let n = 0; !this.#isEnding; n += 1) {
      const last = this.features.findLast((feature) => feature.projectPath === projectPath);
      if (n % 10 === 9 && last) await this.#writeDocument(`${projectPath}/features/${last.id}/documents`, n);
      else await this.#writeFeature(projectPath, n);
      // A process that is gone answers at once.
      if (this.statuses.get(0)) return;
    }
  }

  async #writeFeature(projectPath: string, n: number): Promise<void> {
    const answer = await this.send('POST', `${projectPath}/features`, { name: `Feature ${n}` });
    if (this.#count(answer)) this.features.push({ projectPath, id: (JSON.parse(answer.body) as { id: string }).id });
  }

  async #writeDocument(path: string, n: number): Promise<void> {
    const content = `# Document ${n}\n\n${'The service must keep what it acknowledged. '.repeat(40)}`;
    const answer = await this.send('POST', path, { name: 'Requirements', type: 'PRD', status: 'COMPLETED', content });
    if (!this.#count(answer)) return;
    this.documents.push({ path: `${path}/${(JSON.parse(answer.body) as { id: string }).id}`, content });
  }

  /** Whether it was acknowledged. */
  #count({ status, body }: Answered): boolean {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status !== 201 && status !== 503 && status !== 0) this.surprises.push(`${status} ${body}`);
    return status === 201;
  }
}

/** What of all that was acknowledged another process no longer shows. */
export const lostOf = async (load: WriteLoad, service: LocalServiceProcess): Promise<string[]> => {
  const reader = new WriteLoad(service, 'reader');
  const lost: string[] = [];
  for (const [projectPath, features] of Map.groupBy(load.features, (feature) => feature.projectPath)) {
    const found = new Set<string>();
    for (let page = 1, count = 100; count === 100; page += 1) {
      const { body } = await reader.send('GET', `${projectPath}/features?size=100&page=${page}`);
      const { data } = JSON.parse(body) as { data: { id: string }[] };
      for (const { id } of data) found.add(id);
      count = data.length;
    }
    lost.push(...features.filter(({ id }) => !found.has(id)).map(({ id }) => `feature ${id}`));
  }
  for (const { path, content } of load.documents) {
    const { status, body } = await reader.send('GET', path);
    const kept = status === 200 && (JSON.parse(body) as { content: string }).content === content;
    if (!kept) lost.push(`document ${path}`);
  }
  await reader.end();
  return lost;
};
