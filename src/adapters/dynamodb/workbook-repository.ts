import type { FeatureScope } from '#domain/access/scope.ts';
import type { Workbook, WorkbookWriter } from '#domain/ports/workbook-repository.ts';
import { unlessRefused } from './change-records.ts';
import { absent, equal, exists } from './expressions.ts';
import * as keys from './keys.ts';
import { recordOf, type Tables } from './record.ts';

export class WorkbookRepository implements WorkbookWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: FeatureScope): Promise<Workbook> {
    const item = await this.#tables(scope.tenantId).get(keys.workbook(scope));
    return item ? recordOf<Workbook>(item) : { journeys: [], version: 0 };
  }

  replace(scope: FeatureScope, workbook: Workbook): Promise<boolean> {
    const inFeature = { check: keys.feature(scope, scope.featureId), if: exists('pk') };
    const before = workbook.version - 1;
    const isNewest = before === 0 ? absent('pk') : equal('version', before);
    const put = { put: { ...keys.workbook(scope), ...workbook }, if: isNewest };
    return unlessRefused(this.#tables(scope.tenantId).transact([inFeature, put]));
  }
}
