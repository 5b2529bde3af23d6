import type { TenantScope } from '#domain/access/scope.ts';
import type {
  AllowanceReader,
  AllowanceReserver,
  AllowanceSettler,
  Reservation,
  UsedAllowance,
} from '#domain/ports/allowance.ts';
import { type AiCall, reservationRefusal, reservationWrites } from './allowance-items.ts';
import { ConditionFailed } from './condition-failed.ts';
import { unlessRefused } from './change-records.ts';
import { add, type Change, equal, set } from './expressions.ts';
import * as keys from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import type { Item, Write } from './writes.ts';

export class AllowanceRepository implements AllowanceReader, AllowanceReserver, AllowanceSettler {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async get(
    scope: TenantScope,
    { month, day }: Parameters<AllowanceReader['get']>[1],
  ): Promise<{ month: UsedAllowance; day: UsedAllowance }> {
    const wanted = [keys.allowance(scope, 'month', month.name), keys.allowance(scope, 'day', day.name)];
    const [ofMonth, ofDay] = await this.#tables(scope.tenantId).batchGet(wanted);
    return { month: usedIn(ofMonth), day: usedIn(ofDay) };
  }

  async reserve(scope: TenantScope, reservation: Reservation): Promise<void> {
    try {
      await this.#tables(scope.tenantId).transact(reservationWrites(scope, reservation));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      throw reservationRefusal(reservation, error.index) ?? error;
    }
  }

  release(scope: TenantScope, { month, day, ...call }: Reservation): Promise<void> {
    return this.#end(scope, { ...call, month: month.name, day: day.name }, {});
  }

  async settle(scope: TenantScope, callId: string, used: Readonly<Record<string, number>>): Promise<void> {
    const item = await this.#tables(scope.tenantId).get(keys.aiCall(scope, callId));
    const call = item && recordOf<AiCall>(item);
    if (call === undefined) return;
    if (call.state === 'RESERVED') return this.#end(scope, call, used);
    const late = Object.fromEntries(Object.entries(used).filter(([part]) => call.parts[part] === undefined));
    await this.#add(scope, call, late);
  }

  async #end(scope: TenantScope, call: Ending, parts: Readonly<Record<string, number>>): Promise<void> {
    const used = sumOf(parts);
    const state: AiCall['state'] = used === 0 ? 'RELEASED' : 'SETTLED';
    const ended: Write = {
      update: keys.aiCall(scope, call.callId),
      changes: [set('state', state), set('used', used), set('parts', parts)],
      if: equal('state', 'RESERVED'),
    };
    const counts = [add('reserved', -call.tokens), add('used', used), add('total', used - call.tokens)];
    await this.#write(scope, call, ended, counts);
  }

  /** What came when the call was settled already. */
  async #add(scope: TenantScope, call: AiCall, late: Readonly<Record<string, number>>): Promise<void> {
    const used = sumOf(late);
    if (used === 0) return;
    const parts = { ...call.parts, ...late };
    const added: Write = {
      update: keys.aiCall(scope, call.callId),
      changes: [set('state', 'SETTLED'), add('used', used), set('parts', parts)],
      if: equal('used', call.used),
    };
    await this.#write(scope, call, added, [add('used', used), add('total', used)]);
  }

  /** Refused where somebody else has settled it meanwhile. */
  async #write(scope: TenantScope, ends: Ending, call: Write, counts: Change[]): Promise<void> {
    const counted = (per: 'month' | 'day'): Write => ({
      update: keys.allowance(scope, per, ends[per]),
      changes: counts,
    });
    await unlessRefused(
      this.#tables(scope.tenantId).transact(ends.own ? [call] : [call, counted('month'), counted('day')]),
    );
  }
}

const usedIn = (item: Item | undefined): UsedAllowance => {
  const { used = 0, reserved = 0 } = item === undefined ? {} : recordOf<Partial<UsedAllowance>>(item);
  return { used, reserved };
};

type Ending = Pick<AiCall, 'callId' | 'tokens' | 'month' | 'day' | 'own'>;

const sumOf = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((sum, tokens) => sum + tokens, 0);
