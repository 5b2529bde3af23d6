import type { BuildIds } from '#domain/builds/build-step.ts';
import type { StoredEvent } from '#domain/events/verifier-status-update.ts';
import type { GenerationIds } from '#domain/generation/generation-step.ts';
import type { OpenWorkReader } from '#domain/ports/open-work-reader.ts';
import { eventIn } from './event-repository.ts';
import { type OpenKind, openWorkBefore } from './keys.ts';
import type { Tables } from './record.ts';
import type { Item } from './writes.ts';

/** The open work of every tenant, in the index: an item stands there as long as it carries the index's keys. */
export class OpenWork implements OpenWorkReader {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async listBuilds(before: Date): Promise<BuildIds[]> {
    return (await this.#list('BUILD', before)).map((item) => idsIn(item, 'buildId'));
  }

  async listGenerations(before: Date): Promise<GenerationIds[]> {
    return (await this.#list('GENERATION', before)).map((item) => idsIn(item, 'workflowId'));
  }

  async listEvents(before: Date, limit: number): Promise<StoredEvent[]> {
    return (await this.#list('EVENT', before, limit)).map((item) => eventIn(item)!);
  }

  async #list(kind: OpenKind, before: Date, limit?: number): Promise<readonly Item[]> {
    const most = limit === undefined ? {} : { limit };
    const { items } = await this.#tables(null).query({ ...openWorkBefore(kind, before.toISOString()), ...most });
    return items;
  }
}

/** What `openWork` was given after the time: the way to something of a feature, the last one under its own name. */
const idsIn = <Last extends string>(item: Item, last: Last) => {
  const [, tenantId, workspaceId, projectId, featureId, id] = String(item['gsi1sk']).split('#');
  return { tenantId, workspaceId, projectId, featureId, [last]: id } as Record<
    'tenantId' | 'workspaceId' | 'projectId' | 'featureId' | Last,
    string
  >;
};
