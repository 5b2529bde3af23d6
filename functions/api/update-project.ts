import { updateProject as endpoint } from '#contract/endpoints/projects.ts';
import { updateProject } from '#domain/projects/update-project.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { projectWriter } from '../support/providers/projects-write.ts';

export const operation = implement(endpoint, updateProject);
export const handler = onApiGateway(operation, { 'projects:write': projectWriter });
