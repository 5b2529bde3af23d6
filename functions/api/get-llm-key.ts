import { getLlmKey as endpoint } from '#contract/endpoints/llm-keys.ts';
import { getLlmKey } from '#domain/llm-keys/get-llm-key.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { llmKeyReader } from '../support/providers/llm-keys-read.ts';

export const operation = implement(endpoint, getLlmKey);
export const handler = onApiGateway(operation, { 'llm-keys:read': llmKeyReader });
