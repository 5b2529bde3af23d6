import type { TenantScope } from '#domain/access/scope.ts';
import type { AllowanceReleaser, AllowanceSettler, Reservation } from '#domain/ports/allowance.ts';
import type { AiCall } from './allowance-items.ts';
import { unlessRefused } from './change-records.ts';
import { add, equal, set } from './expressions.ts';
import { keys } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import type { Write } from './writes.ts';

export class AllowanceRepository implements AllowanceReleaser, AllowanceSettler {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  release(scope: TenantScope, { callId, tokens, month, day }: Reservation): Promise<void> {
    return this.#end(scope, { callId, tokens, month: month.resetsAt, day: day.resetsAt }, 0);
  }

  async settle(scope: TenantScope, callId: string, usedTokens: number): Promise<void> {
    const item = await this.#tables(scope.tenantId).get(keys.aiCall(scope, callId));
    const call = item && recordOf<AiCall>(item);
    if (call?.state === 'RESERVED') await this.#end(scope, call, usedTokens);
  }

  async #end(
    scope: TenantScope,
    { callId, tokens, ...ends }: Pick<AiCall, 'callId' | 'tokens' | 'month' | 'day'>,
    usedTokens: number,
  ): Promise<void> {
    const counted = (per: 'month' | 'day'): Write => ({
      update: keys.allowance(scope, per, ends[per]),
      changes: [add('reserved', -tokens), add('used', usedTokens), add('total', usedTokens - tokens)],
    });
    const state: AiCall['state'] = usedTokens === 0 ? 'RELEASED' : 'SETTLED';
    const ended: Write = {
      update: keys.aiCall(scope, callId),
      changes: [set('state', state), set('used', usedTokens)],
      if: equal('state', 'RESERVED'),
    };
    // Refused where somebody else has settled it meanwhile.
    await unlessRefused(this.#tables(scope.tenantId).transact([ended, counted('month'), counted('day')]));
  }
}
