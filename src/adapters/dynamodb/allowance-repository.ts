import type { TenantScope } from '#domain/access/scope.ts';
import type { AllowanceSettler } from '#domain/ports/allowance.ts';
import type { AiCall } from './allowance-items.ts';
import { unlessRefused } from './change-records.ts';
import { add, equal, set } from './expressions.ts';
import { keys } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import type { Write } from './writes.ts';

export class AllowanceRepository implements AllowanceSettler {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async settle(scope: TenantScope, callId: string, usedTokens: number): Promise<void> {
    const table = this.#tables(scope.tenantId);
    const item = await table.get(keys.aiCall(scope, callId));
    const call = item && recordOf<AiCall>(item);
    if (call?.state !== 'RESERVED') return;
    const counted = (per: 'month' | 'day'): Write => ({
      update: keys.allowance(scope, per, call[per]),
      changes: [add('reserved', -call.tokens), add('used', usedTokens), add('total', usedTokens - call.tokens)],
    });
    const state: AiCall['state'] = usedTokens === 0 ? 'RELEASED' : 'SETTLED';
    const ended: Write = {
      update: keys.aiCall(scope, callId),
      changes: [set('state', state), set('used', usedTokens)],
      if: equal('state', 'RESERVED'),
    };
    // Refused where somebody else has settled it meanwhile.
    await unlessRefused(table.transact([ended, counted('month'), counted('day')]));
  }
}
