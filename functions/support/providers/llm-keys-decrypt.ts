import { kmsDecipher } from '#adapters/kms/kms-cipher.ts';
import { createKmsClient } from '#adapters/kms/kms-signer.ts';
import type { LlmKeyContext } from '#domain/ports/llm-key-repository.ts';
import type { SecretDecipher } from '#domain/ports/secret-cipher.ts';
import { variable } from './variable.ts';

export const llmKeyDecipher = (): SecretDecipher<LlmKeyContext> =>
  kmsDecipher(createKmsClient(), variable('LLM_KEY'), 'llm');
