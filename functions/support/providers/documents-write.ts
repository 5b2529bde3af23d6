import { DocumentRepository } from '#adapters/dynamodb/document-repository.ts';
import type { DocumentWriter } from '#domain/ports/document-repository.ts';
import { tables } from './tables.ts';

export const documentWriter = (): DocumentWriter => new DocumentRepository(tables);
