import { kmsCipher } from '#adapters/kms/kms-cipher.ts';
import { createKmsClient } from '#adapters/kms/kms-signer.ts';
import type { LlmKeyContext } from '#domain/ports/llm-key-repository.ts';
import type { SecretCipher } from '#domain/ports/secret-cipher.ts';
import { variable } from './variable.ts';

export const llmKeyCipher = (): SecretCipher<LlmKeyContext> => kmsCipher(createKmsClient(), variable('LLM_KEY'), 'llm');
