import { WorkspaceRepository } from '#adapters/dynamodb/workspace-repository.ts';
import type { WorkspaceWriter } from '#domain/ports/workspace-writer.ts';
import { tables } from './tables.ts';

export const workspaceWriter = (): WorkspaceWriter => new WorkspaceRepository(tables);
