import { NotebookRepository } from '#adapters/dynamodb/notebook-repository.ts';
import type { NotebookRemover } from '#domain/ports/notebook-repository.ts';
import { tables } from './tables.ts';

export const notebookRemover = (): NotebookRemover => new NotebookRepository(tables);
