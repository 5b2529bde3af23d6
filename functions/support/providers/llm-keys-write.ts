import { LlmKeyRepository } from '#adapters/dynamodb/llm-key-repository.ts';
import type { LlmKeyWriter } from '#domain/ports/llm-key-repository.ts';
import { tables } from './tables.ts';

export const llmKeyWriter = (): LlmKeyWriter => new LlmKeyRepository(tables);
