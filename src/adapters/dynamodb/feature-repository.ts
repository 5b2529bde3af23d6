import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Feature, FeatureReader, FeatureWriter } from '#domain/ports/feature-repository.ts';
import { purge, updateRecord } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, exists } from './expressions.ts';
import { keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';

export class FeatureRepository implements FeatureReader, FeatureWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: FeatureScope): Promise<Feature | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.feature(scope, scope.featureId));
    return item && recordOf<Feature>(item);
  }

  async list(scope: ProjectScope): Promise<Feature[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.features(scope), descending: true });
    return items.map((item) => recordOf<Feature>(item));
  }

  async create(scope: ProjectScope, feature: Feature): Promise<boolean> {
    try {
      await this.#tables(scope.tenantId).transact([
        { check: keys.project(scope, scope.projectId), if: exists('pk') },
        { put: { ...keys.feature(scope, feature.id), ...feature }, if: absent('pk') },
      ]);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed && error.index === 0) return false;
      throw error;
    }
  }

  update(
    scope: FeatureScope,
    changes: { name?: string; description?: string | null; updatedAt: string },
  ): Promise<Feature | undefined> {
    return updateRecord(this.#tables(scope.tenantId), keys.feature(scope, scope.featureId), changes);
  }

  async delete(scope: FeatureScope): Promise<boolean> {
    const table = this.#tables(scope.tenantId);
    if (!(await table.delete(keys.feature(scope, scope.featureId)))) return false;
    await purge(table, [ranges.builds(scope), ranges.documents(scope), ranges.cases(scope, scope.featureId)]);
    return true;
  }
}
