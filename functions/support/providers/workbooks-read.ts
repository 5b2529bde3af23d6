import { WorkbookRepository } from '#adapters/dynamodb/workbook-repository.ts';
import type { WorkbookReader } from '#domain/ports/workbook-repository.ts';
import { tables } from './tables.ts';

export const workbookReader = (): WorkbookReader => new WorkbookRepository(tables);
