import type { TenantScope } from '#domain/access/scope.ts';
import type { HeldPlace, Wait, WaitHolder } from '#domain/ports/wait-holder.ts';
import { unlessRefused } from './change-records.ts';
import { absent, equal, less, set, some } from './expressions.ts';
import { idIn } from './key-parts.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import type { Tables } from './record.ts';
import type { Key } from './writes.ts';

/** An item for each place; it stands there while the place is held. */
export class WaitRepository implements WaitHolder {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async hold(scope: TenantScope, most: number, { holder, from, until }: Wait): Promise<HeldPlace | undefined> {
    const table = this.#tables(scope.tenantId);
    const range = ranges.waits(scope);
    const { items } = await table.query(range);
    const now = from.getTime();
    const taken = new Set(
      items.filter(({ heldUntil }) => (heldUntil as number) >= now).map((item) => idIn(range, item as Key)),
    );
    const expiresAt = Math.ceil(until.getTime() / 1000);
    const changes = [set('holder', holder), set('heldUntil', until.getTime()), set('expiresAt', expiresAt)];
    for (let place = 0; place < most; place++) {
      if (taken.has(String(place))) continue;
      const isFree = some(absent('pk'), less('heldUntil', now));
      if (await unlessRefused(table.update(keys.wait(scope, place), changes, isFree))) return { place, holder };
    }
    return undefined;
  }

  async giveBack(scope: TenantScope, { place, holder }: HeldPlace): Promise<void> {
    await unlessRefused(this.#tables(scope.tenantId).delete(keys.wait(scope, place), equal('holder', holder)));
  }
}
