import { planFeature as task } from '#contract/tasks.ts';
import { planFeature } from '#domain/builds/plan-feature.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { buildAmender } from '../support/providers/builds-amend.ts';
import { documentReader } from '../support/providers/documents-read.ts';
import { personaReader } from '../support/providers/personas-read.ts';
import { workbookReader } from '../support/providers/workbooks-read.ts';

export const operation = implementTask(task, planFeature);
export const handler = onTask(operation, {
  'builds:amend': buildAmender,
  'personas:read': personaReader,
  'documents:read': documentReader,
  'workbooks:read': workbookReader,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
});
