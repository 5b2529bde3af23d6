import { updateWorkspace as endpoint } from '#contract/endpoints/workspaces-manage.ts';
import { updateWorkspace } from '#domain/workspaces/update-workspace.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { workspaceWriter } from '../support/providers/workspaces-write.ts';

export const operation = implement(endpoint, updateWorkspace);
export const handler = onApiGateway(operation, { 'workspaces:write': workspaceWriter });
