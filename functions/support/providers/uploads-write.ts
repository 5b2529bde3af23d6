import { UploadRepository } from '#adapters/dynamodb/upload-repository.ts';
import type { TicketWriter } from '#domain/ports/upload-store.ts';
import { tables } from './tables.ts';

export const ticketWriter = (): TicketWriter => new UploadRepository(tables);
