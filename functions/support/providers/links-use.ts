import { LinkUses } from '#adapters/dynamodb/link-repository.ts';
import type { LinkUse } from '#domain/ports/join-repository.ts';
import { tables } from './tables.ts';

export const linkUse = (): LinkUse => new LinkUses(tables);
