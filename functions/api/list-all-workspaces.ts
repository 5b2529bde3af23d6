import { listAllWorkspaces as endpoint } from '#contract/endpoints/workspaces-manage.ts';
import { listAllWorkspaces } from '#domain/workspaces/list-all-workspaces.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, listAllWorkspaces);
export const handler = onApiGateway(operation, { 'workspaces:read': workspaceReader });
