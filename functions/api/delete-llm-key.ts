import { deleteLlmKey as endpoint } from '#contract/endpoints/llm-keys.ts';
import { deleteLlmKey } from '#domain/llm-keys/delete-llm-key.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { llmKeyWriter } from '../support/providers/llm-keys-write.ts';

export const operation = implement(endpoint, deleteLlmKey);
export const handler = onApiGateway(operation, { 'llm-keys:write': llmKeyWriter });
