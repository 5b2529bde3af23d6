import { WorkbookRepository } from '#adapters/dynamodb/workbook-repository.ts';
import type { WorkbookWriter } from '#domain/ports/workbook-repository.ts';
import { tables } from './tables.ts';

export const workbookWriter = (): WorkbookWriter => new WorkbookRepository(tables);
