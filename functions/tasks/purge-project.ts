import { purgeProject as task } from '#contract/tasks.ts';
import { purgeProject } from '#domain/projects/purge-project.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { blobRemover } from '../support/providers/blobs-remove.ts';
import { projectPurger } from '../support/providers/projects-purge.ts';

export const operation = implementTask(task, purgeProject);
export const handler = onTask(operation, { 'projects:purge': projectPurger, 'blobs:remove': blobRemover });
