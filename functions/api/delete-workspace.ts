import { deleteWorkspace as endpoint } from '#contract/endpoints/workspaces-manage.ts';
import { deleteWorkspace } from '#domain/workspaces/delete-workspace.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { workspaceRemover } from '../support/providers/workspaces-delete.ts';

export const operation = implement(endpoint, deleteWorkspace);
export const handler = onApiGateway(operation, { 'workspaces:delete': workspaceRemover });
