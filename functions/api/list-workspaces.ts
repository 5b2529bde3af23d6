import { listWorkspaces as endpoint } from '#contract/endpoints/workspaces.ts';
import { listWorkspaces } from '#domain/workspaces/list-workspaces.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, listWorkspaces);
export const handler = onApiGateway(operation, { 'workspaces:read': workspaceReader });
