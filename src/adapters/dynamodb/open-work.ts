import type { BuildIds } from '#domain/builds/build-step.ts';
import type { StoredEvent } from '#domain/events/verifier-status-update.ts';
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
    const items = await this.#list('BUILD', before);
    return items.map((item) => {
      const [, tenantId, workspaceId, projectId, featureId, buildId] = String(item['gsi1sk']).split('#');
      return { tenantId, workspaceId, projectId, featureId, buildId } as BuildIds;
    });
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
