import { ProjectRepository } from '#adapters/dynamodb/project-repository.ts';
import type { ProjectReader } from '#domain/ports/project-repository.ts';
import { tables } from './tables.ts';

export const projectReader = (): ProjectReader => new ProjectRepository(tables);
