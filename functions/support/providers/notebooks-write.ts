import { NotebookRepository } from '#adapters/dynamodb/notebook-repository.ts';
import type { NotebookWriter } from '#domain/ports/notebook-repository.ts';
import { tables } from './tables.ts';

export const notebookWriter = (): NotebookWriter => new NotebookRepository(tables);
