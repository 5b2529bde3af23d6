import type { Ports } from '#domain/ports/ports.ts';
import type { Tables } from './record.ts';
import { WorkspaceRepository } from './workspace-repository.ts';

/** The ports that the table fulfils, for a process that serves every endpoint; a Lambda function takes only its own. */
export const tablePorts = (tables: Tables) =>
  ({
    'workspaces:read': new WorkspaceRepository(tables),
  }) satisfies Partial<Ports>;
