import type { llmProviders } from '#contract/schemas/llm-keys.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

/** A tenant's own LLM key as it is stored. */
export type LlmKey = {
  provider: (typeof llmProviders)[number];
  model: string;
  /** null: the provider's own. */
  baseUrl: string | null;
  last4: string;
  /** Of the key, bound to the tenant; only what asks models can read it. */
  ciphertext: Uint8Array;
};

/** What the ciphertext of a key is bound to. It has a key of its own in the key service. */
export type LlmKeyContext = { tenantId: string };

export interface LlmKeyReader {
  find(scope: TenantScope): Promise<LlmKey | undefined>;
}

export interface LlmKeyWriter {
  /** In place of the one that is there. */
  set(scope: TenantScope, key: LlmKey, alongside: Alongside): Promise<void>;
  /** False where there is none. */
  delete(scope: TenantScope, alongside: Alongside): Promise<boolean>;
}
