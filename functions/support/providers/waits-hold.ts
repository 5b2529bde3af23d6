import { WaitRepository } from '#adapters/dynamodb/wait-repository.ts';
import type { WaitHolder } from '#domain/ports/wait-holder.ts';
import { tables } from './tables.ts';

export const waitHolder = (): WaitHolder => new WaitRepository(tables);
