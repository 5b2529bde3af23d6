import { registerBuild as task } from '#contract/tasks.ts';
import { registerBuild } from '#domain/builds/register-build.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobRemover } from '../support/providers/blobs-remove.ts';
import { buildWriter } from '../support/providers/builds-write.ts';

export const operation = implementTask(task, registerBuild);
export const handler = onTask(operation, {
  'builds:write': buildWriter,
  'blobs:read': blobReader,
  'blobs:remove': blobRemover,
});
