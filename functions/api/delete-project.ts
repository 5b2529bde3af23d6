import { deleteProject as endpoint } from '#contract/endpoints/projects.ts';
import { deleteProject } from '#domain/projects/delete-project.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { deletionStarter } from '../support/providers/deletions-start.ts';
import { projectWriter } from '../support/providers/projects-write.ts';

export const operation = implement(endpoint, deleteProject);
export const handler = onApiGateway(operation, {
  'projects:write': projectWriter,
  'deletions:start': deletionStarter,
});
