import { WaiverRepository } from '#adapters/dynamodb/waiver-repository.ts';
import type { WaiverReader } from '#domain/ports/waiver-repository.ts';
import { tables } from './tables.ts';

export const waiverReader = (): WaiverReader => new WaiverRepository(tables);
