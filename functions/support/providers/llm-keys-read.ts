import { LlmKeyRepository } from '#adapters/dynamodb/llm-key-repository.ts';
import type { LlmKeyReader } from '#domain/ports/llm-key-repository.ts';
import { tables } from './tables.ts';

export const llmKeyReader = (): LlmKeyReader => new LlmKeyRepository(tables);
