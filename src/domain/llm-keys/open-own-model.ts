import type { TenantScope } from '#domain/access/scope.ts';
import type { LanguageModel } from '#domain/ports/language-model.ts';
import type { LlmKey } from '#domain/ports/llm-key-repository.ts';
import type { PortsFor } from '#domain/ports/ports.ts';

/** The model that a tenant reaches by this own LLM key. */
export const openOwnModel = async (
  { tenantId }: TenantScope,
  { provider, model, baseUrl, ciphertext }: LlmKey,
  ports: PortsFor<'llm-keys:decrypt' | 'own-models:ask'>,
): Promise<LanguageModel> => {
  const apiKey = await ports['llm-keys:decrypt'].decrypt({ tenantId }, ciphertext);
  return ports['own-models:ask'].open({ provider, model, baseUrl, apiKey: Buffer.from(apiKey).toString() });
};
