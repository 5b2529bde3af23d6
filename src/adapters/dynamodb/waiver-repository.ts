import type { FeatureScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Waiver, WaiverWriter } from '#domain/ports/waiver-repository.ts';
import { unlessRefused } from './change-records.ts';
import { exists } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';

export class WaiverRepository implements WaiverWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: FeatureScope): Promise<Waiver[]> {
    const { items } = await this.#tables(scope.tenantId).query(ranges.waivers(scope));
    return items.map((item) => recordOf<Waiver>(item));
  }

  put(scope: FeatureScope, waiver: Waiver, alongside: Alongside): Promise<boolean> {
    const inFeature = { check: keys.feature(scope, scope.featureId), if: exists('pk') };
    const put = { put: { ...keys.waiver(scope, waiver.journeyId), ...waiver } };
    return unlessRefused(transactAlongside(this.#tables, scope, [inFeature, put], alongside));
  }

  delete(scope: FeatureScope, journeyId: string, alongside: Alongside): Promise<boolean> {
    const removal = { delete: keys.waiver(scope, journeyId), if: exists('pk') };
    return unlessRefused(transactAlongside(this.#tables, scope, [removal], alongside));
  }
}
