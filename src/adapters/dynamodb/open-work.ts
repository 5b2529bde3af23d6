import type { FeatureIds, ProjectIds } from '#domain/access/scope.ts';
import type { BuildIds } from '#domain/builds/build-step.ts';
import type { StoredEvent } from '#domain/events/verifier-status-update.ts';
import type { GenerationIds } from '#domain/generation/generation-step.ts';
import type { DuePlan, OpenWorkReader } from '#domain/ports/open-work-reader.ts';
import type { RunDay } from '#domain/ports/run-repository.ts';
import type { Delivery } from '#domain/ports/webhook-repository.ts';
import { eventIn } from './event-repository.ts';
import { type OpenKind, openWorkBefore } from './index-keys.ts';
import type { Tables } from './record.ts';
import { deliveryIn } from './webhook-items.ts';
import type { Item } from './writes.ts';

/** The open work of every tenant, in the index: an item stands there as long as it carries the index's keys. */
export class OpenWork implements OpenWorkReader {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async listBuilds(before: Date): Promise<BuildIds[]> {
    return (await this.#list('BUILD', before)).map((item) => idsIn(item, ...inFeature, 'buildId'));
  }

  async listGenerations(before: Date): Promise<GenerationIds[]> {
    return (await this.#list('GENERATION', before)).map((item) => idsIn(item, ...inFeature, 'workflowId'));
  }

  async listDeletions(before: Date): Promise<ProjectIds[]> {
    return (await this.#list('DELETION', before)).map((item) => idsIn(item, ...inProject));
  }

  async listEvents(before: Date, limit: number): Promise<StoredEvent[]> {
    return (await this.#list('EVENT', before, limit)).map((item) => eventIn(item)!);
  }

  async listDeliveries(before: Date, limit: number): Promise<Delivery[]> {
    return (await this.#list('DELIVERY', before, limit)).map((item) => deliveryIn(item)!);
  }

  async listInvitations(before: Date, limit: number): Promise<{ tenantId: string; userId: string }[]> {
    return (await this.#list('INVITATION', before, limit)).map((item) => idsIn(item, 'tenantId', 'userId'));
  }

  async listSeats(before: Date, limit: number): Promise<{ tenantId: string }[]> {
    return (await this.#list('SEATS', before, limit)).map((item) => idsIn(item, 'tenantId'));
  }

  async listPlans(before: Date, limit: number): Promise<DuePlan[]> {
    return (await this.#list('PLANS', before, limit)).map((item) => ({
      ...idsIn(item, 'tenantId'),
      isStopping: (item['stopping'] as readonly string[]).length > 0,
    }));
  }

  async listRunDays(before: Date, limit: number): Promise<RunDay[]> {
    return (await this.#list('RUNS', before, limit)).map((item) => ({
      ...idsIn(item, ...inProject, 'date'),
      lastRecordedAt: String(item['lastRecordedAt']),
    }));
  }

  async listWaitingRuns(before: Date, limit: number): Promise<(FeatureIds & { runId: string })[]> {
    return (await this.#list('WAITING', before, limit)).map((item) => idsIn(item, ...inFeature, 'runId'));
  }

  async #list(kind: OpenKind, before: Date, limit?: number): Promise<readonly Item[]> {
    const queries = openWorkBefore(kind, before.toISOString());
    // A backlog is taken from every shard alike, the oldest of each.
    const most = limit === undefined ? {} : { limit: Math.ceil(limit / queries.length) };
    const pages = await Promise.all(queries.map((query) => this.#tables(null).query({ ...query, ...most })));
    return pages
      .flatMap(({ items }) => items)
      .toSorted(bySince)
      .slice(0, limit);
  }
}

const bySince = (one: Item, other: Item): number => (String(one['gsi1sk']) < String(other['gsi1sk']) ? -1 : 1);

const inProject = ['tenantId', 'workspaceId', 'projectId'] as const;
const inFeature = [...inProject, 'featureId'] as const;

/** What `openWork` was given after the time, by these names. */
const idsIn = <Name extends string>(item: Item, ...names: Name[]): Record<Name, string> => {
  const [, ...ids] = String(item['gsi1sk']).split('#');
  return Object.fromEntries(names.map((name, index) => [name, ids[index]])) as Record<Name, string>;
};
