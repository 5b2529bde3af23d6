import { setLlmKey as endpoint } from '#contract/endpoints/llm-keys.ts';
import { setLlmKey } from '#domain/llm-keys/set-llm-key.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { llmKeyCipher } from '../support/providers/llm-keys-encrypt.ts';
import { llmKeyWriter } from '../support/providers/llm-keys-write.ts';
import { webhookTargets } from '../support/providers/webhook-targets-check.ts';

export const operation = implement(endpoint, setLlmKey);
export const handler = onApiGateway(operation, {
  'llm-keys:write': llmKeyWriter,
  'llm-keys:encrypt': llmKeyCipher,
  'webhook-targets:check': webhookTargets,
});
