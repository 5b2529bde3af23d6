import { LinkRepository } from '#adapters/dynamodb/link-repository.ts';
import type { LinkReader } from '#domain/ports/join-repository.ts';
import { tables } from './tables.ts';

export const linkReader = (): LinkReader => new LinkRepository(tables);
