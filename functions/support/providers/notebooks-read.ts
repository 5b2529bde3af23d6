import { NotebookRepository } from '#adapters/dynamodb/notebook-repository.ts';
import type { NotebookReader } from '#domain/ports/notebook-repository.ts';
import { tables } from './tables.ts';

export const notebookReader = (): NotebookReader => new NotebookRepository(tables);
