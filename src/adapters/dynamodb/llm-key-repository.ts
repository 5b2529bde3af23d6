import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { LlmKey, LlmKeyReader, LlmKeyWriter } from '#domain/ports/llm-key-repository.ts';
import { unlessRefused } from './change-records.ts';
import { exists } from './expressions.ts';
import * as keys from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';

export class LlmKeyRepository implements LlmKeyReader, LlmKeyWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: TenantScope): Promise<LlmKey | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.llmKey(scope));
    return item && recordOf<LlmKey>(item);
  }

  async set(scope: TenantScope, key: LlmKey, alongside: Alongside): Promise<void> {
    await transactAlongside(this.#tables, scope, [{ put: { ...keys.llmKey(scope), ...key } }], alongside);
  }

  delete(scope: TenantScope, alongside: Alongside): Promise<boolean> {
    const gone = { delete: keys.llmKey(scope), if: exists('pk') };
    return unlessRefused(transactAlongside(this.#tables, scope, [gone], alongside));
  }
}
