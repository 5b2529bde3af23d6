import { LinkRepository } from '#adapters/dynamodb/link-repository.ts';
import type { LinkRemover } from '#domain/ports/join-repository.ts';
import { tables } from './tables.ts';

export const linkRemover = (): LinkRemover => new LinkRepository(tables);
