import type { Ports } from '#domain/ports/ports.ts';
import { BuildRepository } from './build-repository.ts';
import { EventRepository } from './event-repository.ts';
import type { Tables } from './record.ts';
import { RunRepository } from './run-repository.ts';
import { WorkspaceRepository } from './workspace-repository.ts';

/** The ports that the table fulfils, for a process that serves every endpoint; a Lambda function takes only its own. */
export const tablePorts = (tables: Tables) =>
  ({
    'workspaces:read': new WorkspaceRepository(tables),
    'builds:read': new BuildRepository(tables),
    'builds:write': new BuildRepository(tables),
    'runs:read': new RunRepository(tables),
    'runs:write': new RunRepository(tables),
    'events:read': new EventRepository(tables),
  }) satisfies Partial<Ports>;
