import type { ProjectScope } from '#domain/access/scope.ts';
import type { ProjectPurger } from '#domain/ports/project-repository.ts';
import { purge } from './change-records.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { containers } from './key-parts.ts';
import { recordOf, type Tables } from './record.ts';
import type { Query } from './table.ts';

/** Removes records that nobody can reach any more. */
export class ProjectPurge implements ProjectPurger {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /**
   * Features and webhooks go first: whatever is written below one is written on the condition that it exists.
   */
  async purge(scope: ProjectScope, limit: number): Promise<number> {
    const table = this.#tables(scope.tenantId);
    const container = containers.project(scope);
    // A feature goes after its place, which only its id leads to.
    const { items: features } = await table.query({ ...ranges.features(scope), limit });
    for (const feature of features) await table.delete(keys.featurePlace(scope, recordOf<{ id: string }>(feature).id));
    await this.#purgeWebhooks(scope);
    const inOrder: Query[] = [
      ranges.features(scope),
      ranges.inRuns(scope),
      ranges.inProject(scope),
      ranges.inCases(scope),
      ranges.personaNames(scope, container),
      ranges.personaVariables(scope, container),
      ranges.deliveriesOfProject(scope),
    ];
    let removed = 0;
    for (const query of inOrder) {
      if (removed >= limit) break;
      removed += await purge(table, [{ ...query, limit: limit - removed }]);
    }
    return removed < limit ? removed + (await this.#purgePersonas(scope, limit - removed)) : removed;
  }

  async end(scope: ProjectScope): Promise<void> {
    await this.#tables(scope.tenantId).delete(keys.deletion(scope, scope.projectId));
  }

  /** Each after its secret, which only its own key leads to. */
  async #purgeWebhooks(scope: ProjectScope): Promise<void> {
    const table = this.#tables(scope.tenantId);
    const { items } = await table.query(ranges.webhooks(scope));
    for (const item of items) {
      await table.delete(keys.webhookSecret(scope, recordOf<{ id: string }>(item).id));
      await table.delete(item);
    }
    await table.delete(keys.webhookCounter(scope));
  }

  /** Each with its credentials, which only their own key leads to: nobody may look for them. */
  async #purgePersonas(scope: ProjectScope, limit: number): Promise<number> {
    const table = this.#tables(scope.tenantId);
    const container = containers.project(scope);
    const { items } = await table.query({ ...ranges.personas(scope, container), limit });
    for (const item of items) {
      await table.delete(keys.personaSecret(scope, container, recordOf<{ id: string }>(item).id));
      await table.delete(item);
    }
    return items.length;
  }
}
