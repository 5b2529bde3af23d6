import type { TenantScope } from '#domain/access/scope.ts';
import type { SeatMarker } from '#domain/ports/seat-marker.ts';
import { unlessRefused } from './change-records.ts';
import { all, absent, type Change, equal, exists, remove, set, setIfAbsent } from './expressions.ts';
import * as keys from './keys.ts';
import { openWork } from './index-keys.ts';
import type { Tables } from './record.ts';

/** Changes of the billing header: the first one stays until the seats are compared. */
export const seatsMark = ({ tenantId }: TenantScope, at: Date): Change[] => {
  const { gsi1pk, gsi1sk } = openWork('SEATS', at.toISOString(), tenantId);
  return [setIfAbsent('seatsChangedAt', at.toISOString()), set('gsi1pk', gsi1pk), setIfAbsent('gsi1sk', gsi1sk)];
};

export class SeatMarks implements SeatMarker {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async mark(scope: TenantScope, at: Date): Promise<void> {
    await this.#update(scope, [...seatsMark(scope, at), set('retriesDeclined', true)], exists('pk'));
  }

  clear(
    scope: TenantScope,
    { billableCount, seatsChangedAt, retriesDeclined }: Parameters<SeatMarker['clear']>[1],
  ): Promise<boolean> {
    const isSeen = seatsChangedAt === null ? absent('seatsChangedAt') : equal('seatsChangedAt', seatsChangedAt);
    const isSame = retriesDeclined ? exists('retriesDeclined') : absent('retriesDeclined');
    const changes = ['seatsChangedAt', 'retriesDeclined', 'gsi1pk', 'gsi1sk'].map(remove);
    return unlessRefused(this.#update(scope, changes, all(equal('billableCount', billableCount), isSeen, isSame)));
  }

  #update(scope: TenantScope, changes: Change[], condition: ReturnType<typeof exists>): Promise<unknown> {
    return this.#tables(scope.tenantId).update(keys.billing(scope), changes, condition);
  }
}
