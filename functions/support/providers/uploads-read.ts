import { UploadRepository } from '#adapters/dynamodb/upload-repository.ts';
import type { TicketReader } from '#domain/ports/upload-store.ts';
import { tables } from './tables.ts';

export const ticketReader = (): TicketReader => new UploadRepository(tables);
