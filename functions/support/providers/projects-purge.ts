import { ProjectPurge } from '#adapters/dynamodb/project-purge.ts';
import type { ProjectPurger } from '#domain/ports/project-repository.ts';
import { tables } from './tables.ts';

export const projectPurger = (): ProjectPurger => new ProjectPurge(tables);
