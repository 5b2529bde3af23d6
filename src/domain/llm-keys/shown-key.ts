import type { LlmKey } from '#domain/ports/llm-key-repository.ts';

/** All of a key that anybody is shown. */
export const shownKey = ({ provider, model, baseUrl, last4 }: Omit<LlmKey, 'ciphertext'>) => ({
  provider,
  model,
  baseUrl,
  last4,
  usedBy: 'ALL_AI' as const,
});
