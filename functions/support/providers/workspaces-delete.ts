import { WorkspaceRepository } from '#adapters/dynamodb/workspace-repository.ts';
import type { WorkspaceRemover } from '#domain/ports/workspace-writer.ts';
import { tables } from './tables.ts';

export const workspaceRemover = (): WorkspaceRemover => new WorkspaceRepository(tables);
