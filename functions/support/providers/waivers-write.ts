import { WaiverRepository } from '#adapters/dynamodb/waiver-repository.ts';
import type { WaiverWriter } from '#domain/ports/waiver-repository.ts';
import { tables } from './tables.ts';

export const waiverWriter = (): WaiverWriter => new WaiverRepository(tables);
