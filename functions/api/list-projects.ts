import { listProjects as endpoint } from '#contract/endpoints/projects.ts';
import { listProjects } from '#domain/projects/list-projects.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { projectReader } from '../support/providers/projects-read.ts';

export const operation = implement(endpoint, listProjects);
export const handler = onApiGateway(operation, { 'projects:read': projectReader });
