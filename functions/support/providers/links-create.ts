import { LinkRepository } from '#adapters/dynamodb/link-repository.ts';
import type { LinkCreator } from '#domain/ports/join-repository.ts';
import { tables } from './tables.ts';

export const linkCreator = (): LinkCreator => new LinkRepository(tables);
