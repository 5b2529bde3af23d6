import { ProjectRepository } from '#adapters/dynamodb/project-repository.ts';
import type { ProjectWriter } from '#domain/ports/project-repository.ts';
import { tables } from './tables.ts';

export const projectWriter = (): ProjectWriter => new ProjectRepository(tables);
