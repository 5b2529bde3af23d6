import type { FeatureScope, ProjectScope, TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type {
  Feature,
  FeatureLocator,
  FeaturePlace,
  FeaturePlacer,
  FeatureReader,
  FeatureWriter,
} from '#domain/ports/feature-repository.ts';
import type { Missed } from '#domain/versioned.ts';
import { outcomeAtVersion, purge, updateRecord } from './change-records.ts';
import { countedDelete, countedPut, createCounted } from './counted-items.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item } from './writes.ts';

export class FeatureRepository implements FeatureReader, FeatureLocator, FeaturePlacer, FeatureWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: FeatureScope): Promise<Feature | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.feature(scope, scope.featureId));
    return item && featureOf(item);
  }

  async findPlace(scope: TenantScope, featureId: string): Promise<FeaturePlace | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.featurePlace(scope, featureId));
    return item && recordOf<FeaturePlace>(item);
  }

  async list(scope: ProjectScope): Promise<Feature[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.features(scope), descending: true });
    return items.map(featureOf);
  }

  create(
    scope: ProjectScope,
    feature: Feature,
    limit: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'> {
    const put = { ...keys.feature(scope, feature.id), ...feature };
    const place: FeaturePlace = { workspaceId: scope.workspaceId, projectId: scope.projectId };
    const writes = [
      ...countedPut(keys.featureCounter(scope), put, limit),
      { put: { ...keys.featurePlace(scope, feature.id), ...place } },
    ];
    return createCounted(this.#tables, scope, keys.project(scope, scope.projectId), writes, alongside);
  }

  update(
    scope: FeatureScope,
    changes: { name?: string; description?: string | null; updatedAt: string },
    versions?: readonly number[],
  ): Promise<Feature | Missed> {
    return updateRecord(this.#tables(scope.tenantId), keys.feature(scope, scope.featureId), changes, versions);
  }

  delete(scope: FeatureScope, versions: readonly number[] | undefined, alongside: Alongside): Promise<'DONE' | Missed> {
    const counted = countedDelete(keys.featureCounter(scope), keys.feature(scope, scope.featureId), versions);
    const writes = [...counted, { delete: keys.featurePlace(scope, scope.featureId) }];
    return outcomeAtVersion(transactAlongside(this.#tables, scope, writes, alongside));
  }

  async purge(scope: FeatureScope): Promise<void> {
    await purge(this.#tables(scope.tenantId), [
      ranges.builds(scope),
      ranges.documents(scope),
      ranges.waivers(scope),
      ranges.workbook(scope),
      ranges.caseSets(scope, scope.featureId),
      ranges.cases(scope, scope.featureId),
    ]);
  }
}

const featureOf = (item: Item): Feature => ({ version: 0, ...recordOf<Omit<Feature, 'version'>>(item) });
