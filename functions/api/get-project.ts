import { getProject as endpoint } from '#contract/endpoints/projects.ts';
import { getProject } from '#domain/projects/get-project.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { projectReader } from '../support/providers/projects-read.ts';

export const operation = implement(endpoint, getProject);
export const handler = onApiGateway(operation, { 'projects:read': projectReader });
