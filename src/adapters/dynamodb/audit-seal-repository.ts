import type { TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { AuditSeal } from '#domain/audit/audit-seal.ts';
import type { AuditSealer } from '#domain/ports/audit-sealer.ts';
import { unlessRefused } from './change-records.ts';
import { absent, less, some } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';

/** So many entries of an hour are looked at for their tenants at once. */
const portion = 100;

export class AuditSealRepository implements AuditSealer {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async findFirstOpenHour(): Promise<string | undefined> {
    const item = await this.#tables(null).get(keys.firstOpenHour());
    return item?.['hour'] as string | undefined;
  }

  async setFirstOpenHour(hour: string): Promise<void> {
    const isEarlier = some(absent('pk'), less('hour', hour));
    await unlessRefused(this.#tables(null).put({ ...keys.firstOpenHour(), hour }, isEarlier));
  }

  async listTenants(hour: string, after: string): Promise<string[]> {
    const { items } = await this.#tables(null).query({ ...ranges.auditHour(hour, after), limit: portion });
    return [...new Set(items.map((item) => String(item['gsi1sk']).split('#')[0]!))];
  }

  async findLastSeal(scope: TenantScope): Promise<AuditSeal | undefined> {
    const query = { ...ranges.auditSeals(scope), descending: true, limit: 1 };
    const { items } = await this.#tables(scope.tenantId).query(query);
    return items[0] && recordOf<AuditSeal>(items[0]);
  }

  async listSeals(scope: TenantScope, hour: string): Promise<AuditSeal[]> {
    const { items } = await this.#tables(scope.tenantId).query(ranges.auditSealsOf(scope, hour));
    return items.map((item) => recordOf<AuditSeal>(item));
  }

  async listEntries(
    scope: TenantScope,
    afterId: string | undefined,
    before: Date,
    limit: number,
  ): Promise<AuditEntry[]> {
    const { pk, sk } = ranges.auditEntriesAfter(scope, afterId, before);
    if (sk.from > sk.to) return [];
    const { items } = await this.#tables(scope.tenantId).query({ pk, sk, limit });
    return items.map((item) => recordOf<AuditEntry>(item));
  }

  async putSeal(scope: TenantScope, seal: AuditSeal): Promise<void> {
    const item = { ...keys.auditSeal(scope, seal.lastId), ...seal };
    await unlessRefused(this.#tables(scope.tenantId).put(item, absent('pk')));
  }
}
