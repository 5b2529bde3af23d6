import { DocumentRepository } from '#adapters/dynamodb/document-repository.ts';
import type { DocumentReader } from '#domain/ports/document-repository.ts';
import { tables } from './tables.ts';

export const documentReader = (): DocumentReader => new DocumentRepository(tables);
