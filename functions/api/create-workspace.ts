import { createWorkspace as endpoint } from '#contract/endpoints/workspaces-manage.ts';
import { createWorkspace } from '#domain/workspaces/create-workspace.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { workspaceWriter } from '../support/providers/workspaces-write.ts';

export const operation = implement(endpoint, createWorkspace);
export const handler = onApiGateway(operation, { 'workspaces:write': workspaceWriter });
