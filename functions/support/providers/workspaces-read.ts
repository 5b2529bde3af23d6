import { WorkspaceRepository } from '#adapters/dynamodb/workspace-repository.ts';
import type { WorkspaceReader } from '#domain/ports/workspace-reader.ts';
import { tables } from './tables.ts';

export const workspaceReader = (): WorkspaceReader => new WorkspaceRepository(tables);
